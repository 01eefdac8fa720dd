//! What was odd about a URL that still has an answer: slugs that never stop anything.
//!
//! [`TABLE`] is the one definition, like the one in [`crate::error`].

/// One oddity. The discriminant is the row of [`TABLE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[allow(missing_docs, reason = "each variant is described by its row of TABLE")]
pub enum WarningCode {
    Trimmed,
    TabOrNewline,
    NonUtf8,
    HostAsScheme,
    SlashCount,
    Backslash,
    Credentials,
    Idn,
    Ipv4Shorthand,
    Ipv4Mapped,
    StrayPercent,
    HtmlEntity,
    SignedUrl,
    UnwrapLimit,
}

/// A row of the warning table.
#[derive(Clone, Copy, Debug)]
pub struct WarningInfo {
    /// The code that the row describes.
    pub code: WarningCode,
    /// Stable kebab-case name.
    pub slug: &'static str,
    /// One sentence: what was seen and what was done.
    pub message: &'static str,
    /// A small input that gives this warning.
    pub example: &'static [u8],
}

/// Six wrappers: each carries the next in its query, and what is not escaped need not be.
const UNWRAP_LIMIT_EXAMPLE: &[u8] = b"https://l.facebook.com/l.php?u=https://l.facebook.com/l.php?u=https://l.facebook.com/l.php?u=\
https://l.facebook.com/l.php?u=https://l.facebook.com/l.php?u=https://l.facebook.com/l.php?u=https://example.com/";

/// Every warning, in the order of [`WarningCode`].
pub const TABLE: &[WarningInfo] = &[
    WarningInfo {
        code: WarningCode::Trimmed,
        slug: "trimmed",
        message: "spaces or control characters at the ends were cut off",
        example: b" https://example.com/",
    },
    WarningInfo {
        code: WarningCode::TabOrNewline,
        slug: "tab-or-newline",
        message: "tabs or line ends inside the URL were dropped, as browsers do",
        example: b"https://example.com/a\tb",
    },
    WarningInfo {
        code: WarningCode::NonUtf8,
        slug: "non-utf8",
        message: "bytes that are not UTF-8 were kept as their percent-encoded selves",
        example: b"https://example.com/\xe9",
    },
    WarningInfo {
        code: WarningCode::HostAsScheme,
        slug: "host-as-scheme",
        message: "what looks like a host and port was read as a scheme, as the standard says",
        example: b"example.com:8080/a",
    },
    WarningInfo {
        code: WarningCode::SlashCount,
        slug: "slash-count",
        message: "the scheme is followed by more or fewer than two slashes",
        example: b"https:/example.com/",
    },
    WarningInfo {
        code: WarningCode::Backslash,
        slug: "backslash",
        message: "a backslash was read as a slash, as browsers do",
        example: b"https://example.com\\a",
    },
    WarningInfo {
        code: WarningCode::Credentials,
        slug: "credentials",
        message: "the URL carries a user name or password",
        example: b"https://user:secret@example.com/",
    },
    WarningInfo {
        code: WarningCode::Idn,
        slug: "idn",
        message: "the host is an international domain name",
        example: "https://bücher.example/".as_bytes(),
    },
    WarningInfo {
        code: WarningCode::Ipv4Shorthand,
        slug: "ipv4-shorthand",
        message: "the IPv4 address was not written as four plain decimal numbers",
        example: b"http://0x7f.1/",
    },
    WarningInfo {
        code: WarningCode::Ipv4Mapped,
        slug: "ipv4-mapped",
        message: "the IPv6 address stands for an IPv4 address",
        example: b"http://[::ffff:127.0.0.1]/",
    },
    WarningInfo {
        code: WarningCode::StrayPercent,
        slug: "stray-percent",
        message: "a percent sign is not followed by two hex digits",
        example: b"https://example.com/100%",
    },
    WarningInfo {
        code: WarningCode::HtmlEntity,
        slug: "html-entity",
        message: "a parameter name begins with amp; (the link was copied from HTML undecoded)",
        example: b"https://example.com/?a=1&amp;b=2",
    },
    WarningInfo {
        code: WarningCode::SignedUrl,
        slug: "signed-url",
        message: "the query carries a signature: every lossy rung except fragment stood down",
        example: b"https://example.com/?b=1&a=2&X-Amz-Signature=0f",
    },
    WarningInfo {
        code: WarningCode::UnwrapLimit,
        slug: "unwrap-limit",
        message: "more than five redirectors are wrapped into one another: the outermost URL was kept",
        example: UNWRAP_LIMIT_EXAMPLE,
    },
];

impl WarningCode {
    /// The table row of this code.
    #[must_use]
    pub fn info(self) -> &'static WarningInfo {
        &TABLE[self as usize]
    }

    /// The stable slug.
    #[must_use]
    pub fn slug(self) -> &'static str {
        self.info().slug
    }
}

/// The warnings of one URL: each code at most once, in the order of the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Warnings(u16);

impl Warnings {
    pub(crate) fn add(&mut self, code: WarningCode) {
        self.0 |= 1 << code as u16;
    }

    /// Whether `code` was raised.
    #[must_use]
    pub fn contains(self, code: WarningCode) -> bool {
        self.0 & (1 << code as u16) != 0
    }

    /// Whether nothing odd was seen.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The raised codes.
    pub fn iter(self) -> impl Iterator<Item = WarningCode> {
        TABLE.iter().map(|row| row.code).filter(move |&code| self.contains(code))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Canonicalizer, Context};

    #[test]
    fn every_example_gives_its_warning_and_rows_are_in_order() {
        let canonicalizer = Canonicalizer::named("social").unwrap();
        for (i, row) in TABLE.iter().enumerate() {
            assert_eq!(row.code as usize, i, "{}", row.slug);
            let found = canonicalizer.canonicalize(row.example, Context::default()).unwrap().warnings;
            assert!(found.contains(row.code), "{} in {found:?}", row.slug);
        }
    }
}
