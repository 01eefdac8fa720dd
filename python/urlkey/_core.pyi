from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Literal, Self, TypedDict, final, type_check_only

from typing_extensions import disjoint_base

from urlkey.errors import InvalidURL
from urlkey.profiles import Profile

__all__ = [
    "ALGORITHM_VERSION",
    "DEBUG_BUILD",
    "MAX_HOST",
    "PUBLIC_SUFFIX_VERSION",
    "UNICODE_VERSION",
    "VERSION",
    "Canonicalizer",
    "Credited",
    "Deduper",
    "PrefixList",
    "Removed",
    "Result",
    "errors",
    "fetch_url",
    "key",
    "parse_profiles",
    "profile_errors",
    "profiles",
    "redirectors",
    "ruleset_id",
    "rungs",
    "safe_browsing_canonicalize",
    "safe_browsing_expressions",
    "safe_browsing_hashes",
    "sessions",
    "settings",
    "signatures",
    "site",
    "surt",
    "surt_range",
    "surts",
    "tracking",
    "warnings",
]

VERSION: Final[str]
ALGORITHM_VERSION: Final[int]
UNICODE_VERSION: Final[str]
PUBLIC_SUFFIX_VERSION: Final[str]
MAX_HOST: Final[int]
DEBUG_BUILD: Final[bool]

_URL = str | bytes
_Step = tuple[str, str, bool, str, str | None, str | None, str, str]
_Invalid = tuple[int, str, int, bytes]
_Event = tuple[bytes, int, Literal["first", "exact", "safe", "lossy"], bytes]
_Fed = tuple[bytes, bytes, list[_Invalid], list[_Event]]

@type_check_only
class _Explained(TypedDict):
    steps: list[_Step]
    key: str
    warnings: list[str]

@type_check_only
class _Compared(TypedDict):
    same: bool
    safe: bool
    reason: list[str]
    differs: list[tuple[str, str | None, str | None]]
    would_merge: list[list[str]]
    keys: list[str]

_RungRow = TypedDict(
    "_RungRow",
    {
        "id": str,
        "class": Literal["syntax", "scheme", "host", "lossy"],
        "what": str,
        "why": str,
        "source": str,
        "values": list[str],
        "on": str | None,
        "example": tuple[str, str],
    },
)

@type_check_only
class _ErrorRow(TypedDict):
    code: str
    message: str
    hint: str
    example: str
    source: str

@type_check_only
class _WarningRow(TypedDict):
    code: str
    message: str
    example: bytes

@type_check_only
class _ProfileRow(TypedDict):
    name: str
    version: int
    purpose: str
    options: dict[str, str]
    drop: list[str]
    keep: list[str]
    keep_only: list[str] | None

@type_check_only
class _ProfileErrorRow(TypedDict):
    code: str
    message: str
    hint: str

@type_check_only
class _TrackingRow(TypedDict):
    name: str
    tier: Literal["certain", "common", "disputed"]
    kind: Literal["campaign", "click", "affiliate", "share", "session"]
    by: str
    source: str
    example: str

@type_check_only
class _SignatureRow(TypedDict):
    id: str
    all: list[str]
    any: list[str]
    by: str
    source: str
    example: str

@type_check_only
class _RedirectorRow(TypedDict):
    id: str
    by: str
    source: str
    example: tuple[str, str]

@type_check_only
class _SessionRow(TypedDict):
    name: str
    by: str
    source: str
    example: str

@type_check_only
class _Stats(TypedDict):
    lines: int
    blank: int
    invalid: int
    first: int
    exact: int
    safe: int
    lossy: int

@disjoint_base
class Canonicalizer:
    def __new__(
        cls,
        name: str,
        version: int,
        purpose: str,
        options: Mapping[str, str],
        drop: Sequence[str] = ...,
        keep: Sequence[str] = ...,
        keep_only: Sequence[str] | None = None,
    ) -> Self: ...
    @property
    def ruleset(self) -> str: ...
    def key(
        self, url: _URL, base: _URL | None = None, *, default_scheme: str | None = None
    ) -> str: ...
    def fetch_url(
        self, url: _URL, base: _URL | None = None, *, default_scheme: str | None = None
    ) -> str: ...
    def clean_url(
        self, url: _URL, base: _URL | None = None, *, default_scheme: str | None = None
    ) -> str: ...
    def digest(
        self,
        url: _URL,
        base: _URL | None = None,
        *,
        seed: int = 0,
        default_scheme: str | None = None,
    ) -> bytes: ...
    def keys(
        self,
        urls: Iterable[_URL],
        base: _URL | None = None,
        *,
        default_scheme: str | None = None,
    ) -> list[str | None]: ...
    def check(
        self,
        urls: Iterable[_URL],
        base: _URL | None = None,
        *,
        default_scheme: str | None = None,
    ) -> list[InvalidURL | None]: ...
    def canonicalize(
        self, url: _URL, base: _URL | None = None, *, default_scheme: str | None = None
    ) -> Result: ...
    def explain_data(
        self, url: _URL, base: _URL | None = None, *, default_scheme: str | None = None
    ) -> _Explained: ...
    def compare_data(
        self,
        a: _URL,
        b: _URL,
        *,
        base: _URL | None = None,
        default_scheme: str | None = None,
    ) -> _Compared: ...
    def reason_data(
        self,
        a: _URL,
        b: _URL,
        *,
        base: _URL | None = None,
        default_scheme: str | None = None,
    ) -> tuple[bool, list[str]]: ...

@final
class Deduper:
    def __new__(
        cls,
        canonicalizer: Canonicalizer,
        *,
        keys: bool = False,
        dropped: bool = False,
        events: bool = False,
        seed: int = 0,
        base: _URL | None = None,
        default_scheme: str | None = None,
        threads: int | None = None,
    ) -> Self: ...
    def feed(self, chunk: bytes) -> _Fed: ...
    def finish(self) -> _Fed: ...
    @property
    def stats(self) -> _Stats: ...

@disjoint_base
class PrefixList:
    def __new__(cls, data: str | bytes, *, length: int | None = None) -> Self: ...
    def find_data(self, url: _URL) -> tuple[str, bytes] | None: ...
    def __len__(self) -> int: ...

@final
class Removed:
    def __new__(
        cls,
        name: str,
        value: str | None,
        rung: str,
        rule: str,
        tier: str | None,
        kind: str | None,
        by: str | None,
        source: str | None,
    ) -> Self: ...
    @property
    def name(self) -> str: ...
    @property
    def value(self) -> str | None: ...
    @property
    def rung(self) -> str: ...
    @property
    def rule(self) -> str: ...
    @property
    def tier(self) -> str | None: ...
    @property
    def kind(self) -> str | None: ...
    @property
    def by(self) -> str | None: ...
    @property
    def source(self) -> str | None: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __getnewargs__(self) -> tuple[Any, ...]: ...

@final
class Credited:
    def __new__(
        cls,
        name: str,
        value: str,
        by: str,
        tier: str,
        source: str,
        redirector: str | None,
    ) -> Self: ...
    @property
    def name(self) -> str: ...
    @property
    def value(self) -> str: ...
    @property
    def by(self) -> str: ...
    @property
    def tier(self) -> str: ...
    @property
    def source(self) -> str: ...
    @property
    def redirector(self) -> str | None: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __getnewargs__(self) -> tuple[Any, ...]: ...

@final
class Result:
    def __new__(
        cls,
        original: _URL,
        fetch_url: str,
        clean_url: str,
        key: str,
        origin: str,
        ruleset: str,
        removed: Sequence[Removed],
        campaign: Sequence[tuple[str, str]],
        unwrapped: Sequence[tuple[str, str]],
        credited: Sequence[Credited],
        warnings: Sequence[str],
    ) -> Self: ...
    @property
    def original(self) -> _URL: ...
    @property
    def fetch_url(self) -> str: ...
    @property
    def clean_url(self) -> str: ...
    @property
    def key(self) -> str: ...
    @property
    def digest(self) -> bytes: ...
    @property
    def origin(self) -> str: ...
    @property
    def ruleset(self) -> str: ...
    @property
    def removed(self) -> tuple[Removed, ...]: ...
    @property
    def campaign(self) -> dict[str, str]: ...
    @property
    def unwrapped(self) -> tuple[tuple[str, str], ...]: ...
    @property
    def credited(self) -> tuple[Credited, ...]: ...
    @property
    def warnings(self) -> tuple[str, ...]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __getnewargs__(self) -> tuple[Any, ...]: ...

def fetch_url(url: _URL, base: _URL | None = None, *, default_scheme: str | None = None) -> str: ...
def key(
    url: _URL,
    base: _URL | None = None,
    *,
    profile: str | Profile = "dedup",
    default_scheme: str | None = None,
) -> str: ...
def surt(
    url: _URL,
    *,
    with_scheme: bool = False,
    trailing_comma: bool = False,
    reverse_ipaddr: bool = True,
    host_massage: bool = True,
    public_suffix: bool = False,
) -> str: ...
def surts(
    urls: Iterable[_URL],
    *,
    with_scheme: bool = False,
    trailing_comma: bool = False,
    reverse_ipaddr: bool = True,
    host_massage: bool = True,
    public_suffix: bool = False,
) -> list[str | None]: ...
def surt_range(
    url: _URL, match: Literal["exact", "prefix", "host", "domain"] = "exact"
) -> tuple[str, str]: ...
def safe_browsing_canonicalize(url: _URL) -> str: ...
def safe_browsing_expressions(url: _URL) -> list[str]: ...
def safe_browsing_hashes(url: _URL) -> list[bytes]: ...
def site(
    url: _URL,
    base: _URL | None = None,
    *,
    private: bool = True,
    default_scheme: str | None = None,
) -> str | None: ...
def settings(options: Mapping[str, str]) -> dict[str, str]: ...
def ruleset_id(
    name: str,
    version: int,
    options: Mapping[str, str],
    drop: Sequence[str] = ...,
    keep: Sequence[str] = ...,
    keep_only: Sequence[str] | None = None,
) -> str: ...
def rungs() -> list[_RungRow]: ...
def errors() -> list[_ErrorRow]: ...
def warnings() -> list[_WarningRow]: ...
def profiles() -> list[_ProfileRow]: ...
def parse_profiles(text: bytes) -> list[_ProfileRow]: ...
def profile_errors() -> list[_ProfileErrorRow]: ...
def tracking() -> list[_TrackingRow]: ...
def signatures() -> list[_SignatureRow]: ...
def redirectors() -> list[_RedirectorRow]: ...
def sessions() -> list[_SessionRow]: ...
