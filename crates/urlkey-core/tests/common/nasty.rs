//! A grammar of nasty URLs: valid ones, almost valid ones, and ones where two rungs meet.

use urlkey_core::{SIGNATURES, TRACKING};

use super::random::Random;

#[rustfmt::skip]
const SCHEMES: &[&str] = &[
    "http", "https", "HTTP", "hTTps", "httpS", "HTTPS", "Http",
    "ws", "wss", "ftp", "file", "FILE", "mailto", "urn", "urn:isbn", "data", "javascript", "foo",
    "git+ssh", "a.b", "localhost", "blob:https", "view-source", "about", "1http", "ht\ttp", "h\u{131}tp", "",
];

const SLASHES: &[&str] = &["//", "//", "//", "//", "/", "", "///", "\\\\", "/\\", "////", "/\t/"];

#[rustfmt::skip]
const USERS: &[&str] = &[
    "user@", "user:pass@", ":pass@", "user:@", ":@", "@", "a%40b@", "a@b@", "%7e:%2f@", "us er@", "\u{e9}@", "[@", "u|v@", "a%zz:b%@",
    "a:b:c@", "'\"@",
];

#[rustfmt::skip]
const HOSTS: &[&str] = &[
    "example.com", "example.com", "example.com", "EXAMPLE.com", "www.example.com", "WWW.www.example.com", "example.com.", "example.com..",
    ".", "..", "a.", ".a", "a..b", "localhost", "a", "127.0.0.1", "127.1", "0x7f.1", "2130706433", "0x", "0", "1.2.3", "1.2.3.4.5",
    "256.1.1.1", "192.168.0.257", "0xffffffff", "4294967296", "1.2.3.4.", "1.2.3.08", "09.1", "a.1", "a.0x1", "a.09.", "1.a", "[::1]",
    "[::]", "[1::]", "[::ffff:1.2.3.4]", "[1:2:3:4:5:6:7:8]", "[1:2:3:4:5:6:7::]", "[::FFFF:0:0]", "[::1", "[]", "[::1%25eth0]", "[v1.a]",
    "[1:0:0:2:0:0:0:3]", "fa\u{df}.de", "B\u{fc}cher.example", "xn--bcher-kva.example", "XN--BCHER-KVA.example", "xn--a", "xn--",
    "xn--zn7c.com", "xn--1ug.example", "\u{4f8b}\u{3048}.\u{30c6}\u{30b9}\u{30c8}", "\u{ff45}xample.com", "a\u{3002}b",
    "\u{2460}.\u{2461}", "\u{ad}", "a\u{ad}b.com", "\u{200d}a.com", "\u{5d0}a.com", "\u{1f600}.la", "%65xample.com", "ex%2eample%2Ecom",
    "%e4%be%8b.com", "%41.com", "%ff.com", "a%00b", "a%20b", "a%2fb", "a%zz", "%", "a b", "a<b", "a^b", "a|b", "a\"b", "a`b", "a{b}",
    "a'b", "a_b", "a~b", "a!$&()*+,;=b", "-a-.b", "a--b.c", "%7Ba%7D", "\\", "", "%30x7f.1", "\u{ff10}x7f.1", "%31.2.3.4",
    "1.2.3.\u{661}", "\u{fffd}", "a\u{0}b", "a\u{7f}b",
];

#[rustfmt::skip]
const PORTS: &[&str] = &[
    "", "", "", "", "", ":", ":80", ":443", ":8080", ":080", ":00443", ":0", ":65535", ":65536", ":99999999999999999999", ":8a", ":-1",
    ":21", ":\t80", ":%38",
];

#[rustfmt::skip]
const SEGMENTS: &[&str] = &[
    "a", "B", "c", "", "", ".", "..", "%2e", "%2E%2e", ".%2e", "...", "..a", "a..", ". ", "..;x", "..;jsessionid=1", ".;", "%2f", "%2F..",
    "%5c", "%7e", "%7E", "~", "%41", "%", "%%", "%4", "%zz", "%%32e", "%2%35", "%252e", "%25", "%C3%A9", "%e9", "\u{e9}", "\u{65}\u{301}",
    "a b", "a+b", "[x]", "{y}", "|", "C:", "C|", "c:", "http:", "https:", "http%3A", "index.html", "Index.HTML", "default.aspx", "a;b=c",
    "(S(abc))", "a:b", ":", "@", "a@b", "'", "\"", "`", "<", ">", "^", "\u{0}", "\u{7f}", "\u{85}", "*", "&", "=", "$", "!", ",", "%00",
    "%0a", "%20", "%23", "%3f", "%2e%2e%2f",
];

const SEPARATORS: &[&str] = &["/", "/", "/", "/", "/", "//", "\\", "///", "/./", "/../", "/%2e/"];

#[rustfmt::skip]
const NAMES: &[&str] = &[
    "a", "b", "id", "q", "A", "utm_source", "UTM_Source", "utm%5fsource", "utm_", "utm", "gclid", "fbclid", "ref", "source", "sid",
    "PHPSESSID", "x[]", "x%5B%5D", "a-b", "a.b", "", "", "a b", "a+b", "a%20b", "%61", "%41", "%26", "%3d", "%3D", "%", "%%36", "\u{e9}",
    "%e9", "a;b", "a:b", "?a", "??utm_source", "amp", "'", "\"", "a/b", "[", "]", "{", "|", "\\", "`", "^", "<", ">",
];

#[rustfmt::skip]
const VALUES: &[&str] = &[
    "", "1", "2", "a", "A", "%61", "%7e", "%2f", "%2F", "%26", "%3D", "+", "%20", " ", "a+b", "a%20b", "%", "%%", "%4", "%zz", "==", "=",
    "a=b", "http://x/?y=z", "\u{e9}", "'", "\"", "?", "[1]", "{x}", "|", "\\", "0a1b2c3d", "1700000000", "\u{0}", "%00", "\u{1f600}",
    "/../",
];

#[rustfmt::skip]
const FRAGMENTS: &[&str] = &[
    "\t!/a", "\r\n/a", ":\t~:x", "\t", "\n#",
    "", "top", "!/a", "/a", "!", "/", ":~:text=a", "top:~:text=b", "/r:~:text=c", "!:~:x", "a:~:b:~:c", "a#b", "#", "##/x", "%", "%zz",
    "%7e", "%21/a", "%2Fa", "a b", "utm_source=x", "utm_source=x&utm_medium=y", "utm_source=x&id=1", "\u{e9}", "`", "<", "\"", "{", "?q",
    "xtor=1", "a%3A~:x", ":%7E:x", "%3A~%3A", ":~", "::~::", "\\",
];

fn one<'a>(random: &mut Random, items: &[&'a str]) -> &'a str {
    items[random.below(items.len())]
}

fn parameter(random: &mut Random, out: &mut Vec<u8>) {
    for _ in 0..(if random.one_in(8) { 1 + random.below(3) } else { 0 }) {
        out.extend_from_slice(one(random, &["amp;", "AMP;", "?", "%3f", "amp%3B", "&"]).as_bytes());
    }
    let name = match random.below(8) {
        0 | 1 => random.pick(&TRACKING).name.as_str(),
        2 => {
            let signature = random.pick(&SIGNATURES);
            let names: Vec<_> = signature.all.iter().chain(&signature.any).collect();
            if random.one_in(3) {
                // all it takes
                for name in &names {
                    out.extend_from_slice(name.as_bytes());
                    out.extend_from_slice(b"=0f&");
                }
            }
            names[random.below(names.len())].as_str()
        }
        _ => one(random, NAMES),
    };
    let name = if let Some(prefix) = name.strip_suffix('*') {
        format!("{prefix}{}", one(random, &["x", "", "1", "*", "%41"]))
    } else {
        name.to_owned()
    };
    for b in name.bytes() {
        match random.below(40) {
            0 => out.push(b.to_ascii_uppercase()),
            1 => out.extend_from_slice(format!("%{b:02x}").as_bytes()),
            _ => out.push(b),
        }
    }
    if !random.one_in(6) {
        out.push(b'=');
        out.extend_from_slice(one(random, VALUES).as_bytes());
    }
}

fn query(random: &mut Random, out: &mut Vec<u8>) {
    for i in 0..random.below(6) {
        if i > 0 {
            out.extend_from_slice(one(random, &["&", "&", "&", "&", "&&", "&amp;", "&&&", ";", "?"]).as_bytes());
        }
        parameter(random, out);
    }
    out.extend_from_slice(one(random, &["", "", "", "", "&", "&&", "=", "?"]).as_bytes());
}

fn path(random: &mut Random, out: &mut Vec<u8>) {
    for _ in 0..random.below(6) {
        out.extend_from_slice(one(random, SEPARATORS).as_bytes());
        out.extend_from_slice(one(random, SEGMENTS).as_bytes());
        if random.one_in(5) {
            out.extend_from_slice(one(random, SEGMENTS).as_bytes());
        }
    }
}

fn tail(random: &mut Random, out: &mut Vec<u8>) {
    if random.one_in(6) {
        path(random, out);
    }
    path(random, out);
    if !random.one_in(3) {
        out.push(b'?');
        query(random, out);
    }
    if random.one_in(3) {
        out.push(b'#');
        out.extend_from_slice(one(random, FRAGMENTS).as_bytes());
    }
}

/// A reference to resolve against a base.
pub fn relative(random: &mut Random) -> Vec<u8> {
    let mut out = Vec::new();
    match random.below(6) {
        0 => out.extend_from_slice(one(random, SEGMENTS).as_bytes()),
        1 => out.extend_from_slice([one(random, &["//", "\\\\", "/\\"]), one(random, HOSTS)].concat().as_bytes()),
        2 => out.extend_from_slice([one(random, SCHEMES), ":", one(random, SEGMENTS)].concat().as_bytes()),
        _ => {}
    }
    tail(random, &mut out);
    mutate(random, &mut out);
    out
}

/// A URL.
pub fn absolute(random: &mut Random) -> Vec<u8> {
    let mut out = Vec::new();
    // most of them http(s), most with two slashes
    if random.one_in(5) {
        out.extend_from_slice(one(random, SCHEMES).as_bytes());
    } else {
        out.extend_from_slice(one(random, &["http", "https"]).as_bytes());
    }
    out.extend_from_slice(if random.one_in(30) { b"" } else { b":" });
    out.extend_from_slice(if random.one_in(4) { one(random, SLASHES) } else { "//" }.as_bytes());
    if random.one_in(5) {
        out.extend_from_slice(one(random, USERS).as_bytes());
    }
    if random.one_in(2) {
        out.extend_from_slice(b"example.com");
    } else {
        out.extend_from_slice(one(random, HOSTS).as_bytes());
    }
    if random.one_in(12) {
        out.extend_from_slice([".", one(random, HOSTS)].concat().as_bytes());
    }
    out.extend_from_slice(one(random, PORTS).as_bytes());
    tail(random, &mut out);
    mutate(random, &mut out);
    out
}

/// Now and then: some bytes dropped, doubled, or put in: controls, delimiters, invalid UTF-8.
fn mutate(random: &mut Random, out: &mut Vec<u8>) {
    const ODD: &[&[u8]] = &[
        b"\t",
        b"\n",
        b"\r",
        b" ",
        b"\0",
        b"\x1f",
        b"\x7f",
        b"\\",
        b"/",
        b"?",
        b"#",
        b"%",
        b"&",
        b"=",
        b"@",
        b":",
        b"[",
        b"]",
        b".",
        b"\xff",
        b"\xe9",
        b"\xc3",
        b"\xc3\xa9",
        b"\xed\xa0\x80",
        b"\xf0\x9f",
        b"\xc0\x80",
        b"\xef\xbb\xbf",
        b"\xc2\xa0",
        b"'",
        b"\"",
        b"{",
        b"^",
        b"`",
        b"|",
        b"<",
        b"%2e",
        b"%25",
        b"+",
        b";",
    ];
    if !random.one_in(4) {
        return;
    }
    for _ in 0..=random.below(3) {
        let at = random.below(out.len() + 1);
        match random.below(5) {
            0 if at < out.len() => drop(out.remove(at)),
            1 if at < out.len() => out.insert(at, out[at]),
            2 if at < out.len() => out[at] = random.byte(),
            _ => drop(out.splice(at..at, random.pick(ODD).iter().copied())),
        }
    }
}
