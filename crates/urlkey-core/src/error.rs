//! Why a string is not a URL: a table of stable slugs.
//!
//! [`TABLE`] is the one definition. The Python class, the command, the documentation and the tests read it; a test demands that every
//! row's example gives that row's slug.

use std::fmt;

/// One reason for rejecting an input. The discriminant is the row of [`TABLE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum ErrorCode {
    /// Nothing is left after trimming, and there is no base URL.
    Empty,
    /// The text may name a host, but no scheme says how to reach it.
    MissingScheme,
    /// A relative reference, and no base URL that could resolve it.
    RelativeWithoutBase,
    /// A special scheme needs a host and there is none.
    MissingHost,
    /// The port is not a number from 0 to 65535.
    InvalidPort,
    /// The host holds a character that no host may hold.
    InvalidHostCharacter,
    /// The host ends in a number and is not an IPv4 address.
    InvalidIpv4,
    /// The host is in brackets and is not an IPv6 address.
    InvalidIpv6,
    /// The host fails UTS #46 processing.
    InvalidIdn,
    /// The host is longer than [`crate::MAX_HOST`].
    HostTooLong,
}

/// A row of the error table.
#[derive(Clone, Copy, Debug)]
pub struct ErrorInfo {
    /// The code that the row describes.
    pub code: ErrorCode,
    /// Stable kebab-case name, the same in Rust, Python, the command and the documentation.
    pub slug: &'static str,
    /// One sentence: what is wrong.
    pub message: &'static str,
    /// One sentence: what to do about it.
    pub hint: &'static str,
    /// A small input that gives this error (without a base URL).
    pub example: &'static str,
    /// The text that demands the rejection.
    pub source: &'static str,
}

/// Every error, in the order of [`ErrorCode`].
pub const TABLE: &[ErrorInfo] = &[
    ErrorInfo {
        code: ErrorCode::Empty,
        slug: "empty",
        message: "the input is empty",
        hint: "skip blank rows, or pass the page's address as the base URL",
        example: "  ",
        source: "WHATWG URL 4.4, no scheme state",
    },
    ErrorInfo {
        code: ErrorCode::MissingScheme,
        slug: "missing-scheme",
        message: "the input has no scheme",
        hint: "write https:// in front, or set default_scheme to read it as an address bar does",
        example: "example.com/a",
        source: "WHATWG URL 4.4, no scheme state",
    },
    ErrorInfo {
        code: ErrorCode::RelativeWithoutBase,
        slug: "relative-without-base",
        message: "a relative reference has no base URL to resolve it",
        hint: "pass the address of the page that holds the link as the base URL",
        example: "../a?x=1",
        source: "WHATWG URL 4.4, no scheme state",
    },
    ErrorInfo {
        code: ErrorCode::MissingHost,
        slug: "missing-host",
        message: "there is no host after the scheme",
        hint: "check for a lost host name, as in https:///path or https://:80",
        example: "https://?q=1",
        source: "WHATWG URL 4.4, host state",
    },
    ErrorInfo {
        code: ErrorCode::InvalidPort,
        slug: "invalid-port",
        message: "the port is not a number from 0 to 65535",
        hint: "a port is decimal digits after the last colon of the authority; an IPv6 address needs brackets",
        example: "http://example.com:99999/",
        source: "WHATWG URL 4.4, port state",
    },
    ErrorInfo {
        code: ErrorCode::InvalidHostCharacter,
        slug: "invalid-host-character",
        message: "the host holds a character that no host may hold",
        hint: "look for a space, a stray bracket, or text that was glued to the link",
        example: "http://exa mple.com/",
        source: "WHATWG URL 3.2, forbidden domain code points",
    },
    ErrorInfo {
        code: ErrorCode::InvalidIpv4,
        slug: "invalid-ipv4",
        message: "the host ends in a number and is not an IPv4 address",
        hint: "an IPv4 address has at most four parts, each small enough; a name must not end in a number",
        example: "http://192.168.0.257/",
        source: "WHATWG URL 3.5, IPv4 parser",
    },
    ErrorInfo {
        code: ErrorCode::InvalidIpv6,
        slug: "invalid-ipv6",
        message: "the host in brackets is not an IPv6 address",
        hint: "an IPv6 address has eight groups of up to four hex digits, one run of zeros may be written ::",
        example: "http://[::1/",
        source: "WHATWG URL 3.5, IPv6 parser",
    },
    ErrorInfo {
        code: ErrorCode::InvalidIdn,
        slug: "invalid-idn",
        message: "the host is not a valid international domain name",
        hint: "a character of the host is disallowed by UTS #46, or a label breaks its rules",
        example: "http://a\u{2488}b.example/",
        source: "WHATWG URL 3.3 and UTS #46 section 4",
    },
    ErrorInfo {
        code: ErrorCode::HostTooLong,
        slug: "host-too-long",
        message: "the host is longer than the limit",
        hint: "DNS names end at 253 bytes; this limit keeps Punycode, which is superlinear, cheap",
        example: concat!(
            "http://",
            "0123456789abcdefghijklmnopqrstuvwxyz-0123456789abcdefghijklmno.",
            "0123456789abcdefghijklmnopqrstuvwxyz-0123456789abcdefghijklmno.",
            "0123456789abcdefghijklmnopqrstuvwxyz-0123456789abcdefghijklmno.",
            "0123456789abcdefghijklmnopqrstuvwxyz-0123456789abcdefghijklmno.",
            "0123456789abcdefghijklmnopqrstuvwxyz-0123456789abcdefghijklmno.",
            "0123456789abcdefghijklmnopqrstuvwxyz-0123456789abcdefghijklmno.",
            "0123456789abcdefghijklmnopqrstuvwxyz-0123456789abcdefghijklmno.",
            "0123456789abcdefghijklmnopqrstuvwxyz-0123456789abcdefghijklmno.",
            "0123456789abcdefghijklmnopqrstuvwxyz-0123456789abcdefghijklmno.",
            "0123456789abcdefghijklmnopqrstuvwxyz-0123456789abcdefghijklmno.",
            "0123456789abcdefghijklmnopqrstuvwxyz-0123456789abcdefghijklmno.",
            "0123456789abcdefghijklmnopqrstuvwxyz-0123456789abcdefghijklmno.",
            "0123456789abcdefghijklmnopqrstuvwxyz-0123456789abcdefghijklmno.",
            "0123456789abcdefghijklmnopqrstuvwxyz-0123456789abcdefghijklmno.",
            "0123456789abcdefghijklmnopqrstuvwxyz-0123456789abcdefghijklmno.",
            "0123456789abcdefghijklmnopqrstuvwxyz-0123456789abcdefghijklmno.",
            "0123456789abcdefghijklmnopqrstuvwxyz-0123456789abcdefghijklmno.example/"
        ),
        source: "urlkey: MAX_HOST",
    },
];

impl ErrorCode {
    /// The table row of this code.
    #[must_use]
    pub fn info(self) -> &'static ErrorInfo {
        &TABLE[self as usize]
    }

    /// The stable slug.
    #[must_use]
    pub fn slug(self) -> &'static str {
        self.info().slug
    }
}

/// A rejected input: which rule, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Error {
    /// The reason.
    pub code: ErrorCode,
    /// Byte offset into the input where the fault was seen (into the base URL if `in_base`).
    pub position: usize,
    /// The fault lies in the base URL, not in the input.
    pub in_base: bool,
}

impl Error {
    pub(crate) fn at(code: ErrorCode, position: usize) -> Self {
        Self {
            code,
            position,
            in_base: false,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whose = if self.in_base { "base URL: " } else { "" };
        write!(f, "{whose}{} (at byte {})", self.code.info().message, self.position)
    }
}

impl std::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::parse;

    #[test]
    fn rows_are_in_the_order_of_the_codes() {
        for (i, row) in TABLE.iter().enumerate() {
            assert_eq!(row.code as usize, i, "{}", row.slug);
        }
    }

    #[test]
    fn every_example_gives_its_error() {
        for row in TABLE {
            let error = parse(row.example.as_bytes(), None, None).unwrap_err();
            assert_eq!(error.code.slug(), row.slug, "{:?}", row.example);
        }
    }
}
