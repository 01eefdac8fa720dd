"""The servers whose configuration the pages show accept it, where they are installed."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.docs.pages import blocks, name, pages

# Debian has both where only root looks for programs.
PROGRAMS = {
    tool: shutil.which(tool) or shutil.which(tool, path="/usr/sbin")
    for tool in ("nginx", "varnishd")
}


def shown(language: str) -> list[tuple[str, str]]:
    found = [
        (f"{name(path)}:{block.line}", block.body)
        for path in pages()
        for block in blocks(path.read_text(encoding="utf-8"))
        if block.language == language
    ]
    assert found
    return found


def accepted(*command: str | Path) -> None:
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(("where", "text"), shown("nginx"), ids=lambda value: value[:60])
def test_nginx(where: str, text: str, tmp_path: Path) -> None:
    program = PROGRAMS["nginx"]
    if program is None:
        pytest.skip(f"nginx is not installed, so {where} is not tried")
    temporary = "".join(
        f"{kind}_temp_path {tmp_path}/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    local = text.replace("/var/cache/nginx", str(tmp_path)).replace("listen 80;", "listen 8080;")
    file = tmp_path / "nginx.conf"
    file.write_text(
        f"pid {tmp_path}/pid;\nevents {{}}\nhttp {{\naccess_log off;\n{temporary}{local}}}\n"
    )
    accepted(program, "-t", "-e", tmp_path / "errors", "-c", file)


@pytest.mark.parametrize(("where", "text"), shown("vcl"), ids=lambda value: value[:60])
def test_varnish(where: str, text: str, tmp_path: Path) -> None:
    program = PROGRAMS["varnishd"]
    if program is None or not shutil.which("cc"):
        pytest.skip(f"Varnish or a C compiler is not installed, so {where} is not tried")
    file = tmp_path / "default.vcl"
    file.write_text(text)
    accepted(program, "-C", "-j", "none", "-n", tmp_path, "-f", file)
