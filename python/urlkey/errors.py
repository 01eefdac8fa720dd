"""What urlkey raises: a string is no URL, a profile is none, a list of prefixes is none."""

from __future__ import annotations

__all__ = ["InvalidURL", "PrefixListError", "ProfileError"]

# How much of a long input a message shows, in characters on each side of the position.
SHOWN = 40


class InvalidURL(ValueError):
    """A string that is not a URL, with the reason.

    Attributes:
        code: The reason as a stable slug, such as "invalid-port".
        detail: The reason as a clause; it begins "in the base URL" where the fault lies there.
        position: Where the fault was seen, an index into `input`: code points of a str, bytes of
            bytes.
        hint: What to do about it.
        input: What `position` points into: the URL as passed, or the base URL where the fault lies
            there.
    """

    code: str
    detail: str
    position: int
    hint: str
    input: str | bytes

    def __init__(
        self,
        code: str,
        detail: str,
        position: int,
        hint: str,
        input: str | bytes,  # noqa: A002 - as the attribute is called
    ) -> None:
        super().__init__(code, detail, position, hint, input)
        self.code = code
        self.detail = detail
        self.position = position
        self.hint = hint
        self.input = input

    def __str__(self) -> str:
        start = max(0, self.position - SHOWN)
        end = self.position + SHOWN
        shown = repr(self.input[start:end])
        before = "…" if start else ""
        after = "…" if end < len(self.input) else ""
        return f"{self.detail}, at {self.position} of {before}{shown}{after}: {self.hint}"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, InvalidURL):
            return NotImplemented
        return self.args == other.args

    def __hash__(self) -> int:
        return hash(self.args)


class ProfileError(ValueError):
    """A profile, option or value that does not exist, or a file of profiles that cannot be read.

    Attributes:
        code: The reason as a stable slug, such as "unknown-profile" or "bad-setting".
        message: The reason as a clause.
        hint: What was probably meant, or what to do; empty if there is nothing to say.
        profile: The name of the profile of a file that it is about; None if it is about none.
        line: Where in the file, from 1; None if it is not about a place in a file.
    """

    code: str
    message: str
    hint: str
    profile: str | None
    line: int | None

    def __init__(
        self,
        code: str,
        message: str,
        hint: str = "",
        profile: str | None = None,
        line: int | None = None,
    ) -> None:
        super().__init__(code, message, hint, profile, line)
        self.code = code
        self.message = message
        self.hint = hint
        self.profile = profile
        self.line = line

    def __str__(self) -> str:
        line = "" if self.line is None else f"line {self.line}: "
        profile = "" if self.profile is None else f"profile {self.profile!r}: "
        hint = f": {self.hint}" if self.hint else ""
        return f"{line}{profile}{self.message}{hint}"


class PrefixListError(ValueError):
    """A list of hash prefixes that cannot be read.

    Attributes:
        line: The number of the bad line, from 1; of raw bytes, the number of the prefix.
        detail: What is wrong, with that number.
    """

    line: int
    detail: str

    def __init__(self, line: int, detail: str) -> None:
        super().__init__(line, detail)
        self.line = line
        self.detail = detail

    def __str__(self) -> str:
        return self.detail
