//! Host names as IDNA 2003 writes them (RFC 3490 `ToASCII`, RFC 3491 nameprep), as Python's codec `idna` does it.
//!
//! Not for new keys: `faß.de` becomes `fass.de`. Archives have been indexed with it for years, which is why it is here. Like the codec, it
//! lets characters pass that Unicode 3.2 does not know, in lower case and without normalization.

use stringprep::tables;
use unicode_normalization::UnicodeNormalization;

const LONGEST_LABEL: usize = 63;

/// The host in ASCII, or none where a label is empty, too long or prohibited.
pub(super) fn to_ascii(host: &str) -> Option<Vec<u8>> {
    if host.is_ascii() {
        return ascii_labels_fit(host.as_bytes()).then(|| host.as_bytes().to_vec());
    }
    let mut labels: Vec<&str> = host.split(['.', '\u{3002}', '\u{FF0E}', '\u{FF61}']).collect();
    let root = labels.last().is_some_and(|label| label.is_empty());
    if root {
        labels.pop();
    }
    let mut out = Vec::with_capacity(host.len() + 8);
    for (i, label) in labels.iter().enumerate() {
        if i > 0 {
            out.push(b'.');
        }
        label_to_ascii(label, &mut out)?;
    }
    if root {
        out.push(b'.');
    }
    Some(out)
}

/// The codec looks at an ASCII host only to see whether its labels fit; the last one may be empty.
fn ascii_labels_fit(host: &[u8]) -> bool {
    let mut labels = host.rsplit(|&b| b == b'.');
    let last = labels.next().unwrap_or_default();
    last.len() <= LONGEST_LABEL && labels.all(|label| (1..=LONGEST_LABEL).contains(&label.len()))
}

fn label_to_ascii(label: &str, out: &mut Vec<u8>) -> Option<()> {
    let prepared;
    let label = if label.is_ascii() {
        label
    } else {
        prepared = nameprep(label)?;
        &prepared
    };
    let start = out.len();
    if label.is_ascii() {
        out.extend_from_slice(label.as_bytes());
    } else {
        // Punycode is quadratic; what is longer than this cannot fit into a label
        if label.starts_with("xn--") || label.chars().nth(LONGEST_LABEL).is_some() {
            return None;
        }
        out.extend_from_slice(b"xn--");
        out.extend_from_slice(idna::punycode::encode_str(label)?.as_bytes());
    }
    (1..=LONGEST_LABEL).contains(&(out.len() - start)).then_some(())
}

/// RFC 3491.
fn nameprep(label: &str) -> Option<String> {
    let mapped = label.chars().filter(|&c| !tables::commonly_mapped_to_nothing(c)).flat_map(fold);
    let prepared = normalize(&mapped.collect::<String>());
    if prepared.chars().any(prohibited) {
        return None;
    }
    // what Unicode 3.2 does not know has no direction
    let is_rtl = |c| tables::bidi_r_or_al(c) && !tables::unassigned_code_point(c);
    let is_ltr = |c| tables::bidi_l(c) && !tables::unassigned_code_point(c);
    if prepared.chars().any(is_rtl) {
        let ends = [prepared.chars().next(), prepared.chars().next_back()];
        if prepared.chars().any(is_ltr) || !ends.into_iter().flatten().all(is_rtl) {
            return None;
        }
    }
    Some(prepared)
}

/// RFC 3454, table B.2; what it does not have goes to lower case first.
fn fold(c: char) -> impl Iterator<Item = char> {
    let is_listed = !tables::case_fold_for_nfkc(c).eq([c]);
    let lower = c.to_lowercase().flat_map(tables::case_fold_for_nfkc);
    let listed = tables::case_fold_for_nfkc(c);
    let (listed, lower) = if is_listed { (Some(listed), None) } else { (None, Some(lower)) };
    listed.into_iter().flatten().chain(lower.into_iter().flatten())
}

/// NFKC of the characters that Unicode 3.2 has; the others stand as they are.
fn normalize(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let known = rest.find(tables::unassigned_code_point).unwrap_or(rest.len());
        out.extend(rest[..known].nfkc());
        let mut unknown = rest[known..].chars();
        out.extend(unknown.next());
        rest = unknown.as_str();
    }
    out
}

fn prohibited(c: char) -> bool {
    tables::non_ascii_space_character(c)
        || tables::non_ascii_control_character(c)
        || tables::private_use(c)
        || tables::non_character_code_point(c)
        || tables::surrogate_code(c)
        || tables::inappropriate_for_plain_text(c)
        || tables::inappropriate_for_canonical_representation(c)
        || tables::change_display_properties_or_deprecated(c)
        || tables::tagging_character(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_answers() {
        let ascii = |host: &str| to_ascii(host).map(|host| String::from_utf8(host).unwrap());
        assert_eq!(ascii("faß.de").as_deref(), Some("fass.de"));
        assert_eq!(ascii("Bücher.CH.").as_deref(), Some("xn--bcher-kva.CH."));
        assert_eq!(ascii("a。é").as_deref(), Some("a.xn--9ca"));
        assert_eq!(ascii("☃.com").as_deref(), Some("xn--n3h.com"));
        assert_eq!(ascii("💩.la").as_deref(), Some("xn--ls8h.la"));
        assert_eq!(ascii("é..com"), None);
        assert_eq!(ascii("xn--é.com"), None);
        assert_eq!(ascii("1א.com"), None);
        assert_eq!(ascii(&"é".repeat(70)), None);
        assert_eq!(ascii("a..b"), None);
        assert_eq!(ascii("a.b.").as_deref(), Some("a.b."));
    }
}
