//! The registrable domain of a host, by the public suffix list (compiled into the `psl` crate).

use crate::parse::{Host, HostKind, Url};

/// What counts as a public suffix.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Suffixes {
    /// Those of registries (ICANN) and those that companies ask for (`blogspot.com`, `github.io`): sites of different owners stay apart.
    #[default]
    All,
    /// Those of registries alone: `a.github.io` belongs to `github.io`.
    Registries,
}

/// The registrable domain of a domain in ASCII and lower case: the public suffix and one label more; `None` where the domain is itself a
/// public suffix. A final dot is not part of the answer.
#[must_use]
pub fn registrable_domain(domain: &[u8], suffixes: Suffixes) -> Option<&[u8]> {
    let domain = domain.strip_suffix(b".").unwrap_or(domain);
    if domain.split(|&b| b == b'.').any(<[u8]>::is_empty) {
        return None;
    }
    let mut suffix = psl::suffix(domain)?;
    while suffixes == Suffixes::Registries && suffix.typ() == Some(psl::Type::Private) {
        let dot = memchr::memchr(b'.', suffix.as_bytes())?;
        suffix = psl::suffix(&suffix.as_bytes()[dot + 1..])?;
    }
    let before = domain.len().checked_sub(suffix.as_bytes().len() + 1)?;
    let start = memchr::memrchr(b'.', &domain[..before]).map_or(0, |dot| dot + 1);
    Some(&domain[start..])
}

/// The site of a URL: its registrable domain, the address where the host is one, the host itself where it is a public suffix; `None` for a
/// URL without a host.
#[must_use]
pub fn site(url: &Url, suffixes: Suffixes) -> Option<String> {
    let Host { text, kind } = url.host.as_ref().filter(|host| host.kind != HostKind::Empty)?;
    let site = if *kind == HostKind::Domain {
        registrable_domain(text, suffixes).unwrap_or(text)
    } else {
        text
    };
    Some(String::from_utf8_lossy(site).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn registrable(domain: &str, suffixes: Suffixes) -> Option<&str> {
        registrable_domain(domain.as_bytes(), suffixes).map(|found| std::str::from_utf8(found).unwrap())
    }

    #[test]
    fn registrable_domains() {
        for (domain, all, registries) in [
            ("www.example.co.uk", Some("example.co.uk"), Some("example.co.uk")),
            ("a.b.github.io", Some("b.github.io"), Some("github.io")),
            ("github.io", None, Some("github.io")),
            ("com", None, None),
            ("example.com.", Some("example.com"), Some("example.com")),
            ("a..com", None, None),
            ("localhost", None, None),
            ("www.example.unknowntld", Some("example.unknowntld"), Some("example.unknowntld")),
        ] {
            assert_eq!(registrable(domain, Suffixes::All), all, "{domain}");
            assert_eq!(registrable(domain, Suffixes::Registries), registries, "{domain}");
        }
    }

    #[test]
    fn sites_of_urls() {
        let of = |text: &str| site(&Url::base(text.as_bytes()).unwrap(), Suffixes::All);
        assert_eq!(of("https://a.b.example.org:8080/x").as_deref(), Some("example.org"));
        assert_eq!(of("http://192.168.0.1/").as_deref(), Some("192.168.0.1"));
        assert_eq!(of("http://[::1]/").as_deref(), Some("[::1]"));
        assert_eq!(of("http://co.uk/").as_deref(), Some("co.uk"));
        assert_eq!(of("mailto:a@example.com"), None);
    }
}
