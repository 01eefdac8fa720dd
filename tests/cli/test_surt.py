from __future__ import annotations

from tests.cli.command import invoke, run


def test_arguments_and_options() -> None:
    url = "http://www.Example.com:8080/B/?b&a"
    assert invoke("surt", url).text == "com,example:8080)/b?a&b\n"
    assert invoke("surt", "--with-scheme", url).text == "http://(com,example:8080)/b?a&b\n"
    assert invoke("surt", "--trailing-comma", url).text == "com,example:8080,)/b?a&b\n"
    assert invoke("surt", "--no-host-massage", url).text == "com,example,www:8080)/b?a&b\n"
    assert invoke("surt", "--no-reverse-ipaddr", "1.2.3.4").text == "1.2.3.4)/\n"
    assert invoke("surt", "--public-suffix", "a.example.co.uk").text == "uk,co,example)/\n"


def test_one_line_for_each_line() -> None:
    answer = run("surt", given=b"http://a\n\nhttp://a:x/\r\nhttp://a/\xe9\n")
    assert answer.code == 1
    assert answer.text == "a)/\n-\n\na)/%e9\n"
    assert answer.err.startswith("urlkey: line 3: invalid-port: ")


def test_tsv_and_json() -> None:
    assert (
        invoke("surt", "--tsv", "http://a", "a_b:x").text
        == "http://a\ta)/\t\na_b:x\t\tinvalid-port\n"
    )
    good, bad = invoke("surt", "--json", "http://a", "a_b:x").json
    assert good == {"line": 1, "original": "http://a", "surt": "a)/", "error": None}
    assert bad["error"]["code"] == "invalid-port"
