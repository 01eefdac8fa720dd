//! Session ids that the reference takes out of paths and queries. All text here is in lower case.

/// Every `(…)` directory of ASP.NET is 24 letters and digits in parentheses, alone or behind letters.
const PATH_ID: usize = 24;

/// The names whose values are session ids, the length of the value, and how many letters stand between name and `=`.
const QUERY_IDS: [(&[u8], usize, usize); 4] = [
    (b"jsessionid", 32, 0),
    (b"phpsessid", 32, 0),
    (b"sid", 32, 0),
    (b"aspsessionid", 24, 8),
];

/// Removes, from `out[start..]`, the last directory of each form that has an `.aspx` page behind it.
pub(super) fn strip_from_path(out: &mut Vec<u8>, start: usize) {
    if memchr::memchr(b'(', &out[start..]).is_none() {
        return;
    }
    for form in [lettered, plain] {
        if let Some((from, to)) = last_directory(&out[start..], form) {
            out.drain(start + from..start + to);
        }
    }
}

/// The last directory of a form, with its slash, so that `.aspx` follows after at least one character and before any `?`.
fn last_directory(path: &[u8], form: fn(&[u8]) -> Option<usize>) -> Option<(usize, usize)> {
    let mut end_seen = path.len();
    let (mut page, mut question) = (path.len(), path.len());
    for slash in memchr::memrchr_iter(b'/', path) {
        let start = slash + 1;
        let Some(end) = form(&path[start..]).map(|length| start + length) else {
            continue;
        };
        // the nearest `.aspx` from end + 1 on, and the nearest `?` from end on; each byte is looked at once in the whole loop
        for at in (end..end_seen).rev() {
            if path[at + 1..].starts_with(b".aspx") {
                page = at + 1;
            }
            if path[at] == b'?' {
                question = at;
            }
        }
        end_seen = end;
        if page < question {
            return Some((start, end));
        }
    }
    None
}

fn id(text: &[u8], length: usize) -> bool {
    text.len() >= length && text[..length].iter().all(u8::is_ascii_alphanumeric)
}

/// The length of `(0123456789abcdefghijklmn)/`.
fn plain(text: &[u8]) -> Option<usize> {
    let rest = text.strip_prefix(b"(")?;
    (id(rest, PATH_ID) && rest[PATH_ID..].starts_with(b")/")).then_some(PATH_ID + 3)
}

/// The length of `(s(0123456789abcdefghijklmn)f(0123456789abcdefghijklmn))/`.
fn lettered(text: &[u8]) -> Option<usize> {
    let mut rest = text.strip_prefix(b"(")?;
    let mut groups = 0;
    while let [b'a'..=b'z', b'(', inner @ ..] = rest
        && id(inner, PATH_ID)
        && inner.get(PATH_ID) == Some(&b')')
    {
        rest = &inner[PATH_ID + 1..];
        groups += 1;
    }
    let rest = rest.strip_prefix(b")/")?;
    (groups > 0).then_some(text.len() - rest.len())
}

/// Removes, from `out[start..]`, the last session id of each name, wherever the name begins: `xsid=…` loses its end too.
pub(super) fn strip_from_query(out: &mut Vec<u8>, start: usize) {
    if !may_have_id(&out[start..]) {
        return;
    }
    for (name, length, letters) in QUERY_IDS {
        if let Some((from, to)) = last_id(&out[start..], name, length, letters) {
            cut(out, start + from, start + to);
        }
    }
    if let Some((from, to)) = last_cold_fusion_pair(&out[start..]) {
        cut(out, start + from, start + to);
    }
}

fn may_have_id(query: &[u8]) -> bool {
    memchr::memchr_iter(b'=', query).any(|equals| may_be_id(&query[..equals]))
}

/// Whether what ends at this `=` may be the name of a session id: all end in `sid`, `nid` or `fid`, or have it before eight letters. In upper and lower case.
pub(super) fn may_be_id(text: &[u8]) -> bool {
    const LETTERS: usize = 8;
    let has_id = |text: &[u8]| {
        let end = text.last_chunk::<3>().map(|&[a, b, c]| [a | 0x20, b | 0x20, c | 0x20]);
        matches!(end, Some([b's' | b'n' | b'f', b'i', b'd']))
    };
    has_id(text) || text.len().checked_sub(LETTERS).is_some_and(|end| has_id(&text[..end]))
}

/// Removes a parameter together with the `&` behind it.
fn cut(out: &mut Vec<u8>, start: usize, end: usize) {
    out.drain(start..out.len().min(end + 1));
}

fn ends_here(query: &[u8], end: usize) -> bool {
    matches!(query.get(end), None | Some(b'&'))
}

fn last_id(query: &[u8], name: &[u8], length: usize, letters: usize) -> Option<(usize, usize)> {
    let mut upto = query.len();
    while let Some(start) = memchr::memmem::rfind(&query[..upto], name) {
        let rest = &query[start + name.len()..];
        let end = start + name.len() + letters + 1 + length;
        if rest.len() > letters
            && rest[..letters].iter().all(u8::is_ascii_alphabetic)
            && rest[letters] == b'='
            && id(&rest[letters + 1..], length)
            && ends_here(query, end)
        {
            return Some((start, end));
        }
        upto = start + name.len() - 1;
    }
    None
}

/// `cfid=…&cftoken=…`, neither of them empty.
fn last_cold_fusion_pair(query: &[u8]) -> Option<(usize, usize)> {
    const NAME: &[u8] = b"cfid=";
    const TOKEN: &[u8] = b"&cftoken=";
    let mut upto = query.len();
    while let Some(token) = memchr::memmem::rfind(&query[..upto], TOKEN) {
        upto = token;
        let value = token + TOKEN.len();
        let end = memchr::memchr(b'&', &query[value..]).map_or(query.len(), |length| value + length);
        let before = memchr::memrchr(b'&', &query[..token]).map_or(0, |and| and + 1);
        // at least one character between `cfid=` and the token
        let names = &query[before..token.max(before + 1) - 1];
        if end > value
            && let Some(name) = memchr::memmem::rfind(names, NAME)
        {
            return Some((before + name, end));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "4hqa0555fwsecu455xqckv45";
    const LONG: &str = "0123456789abcdefghijklemopqrstuv";

    fn path(text: &str) -> String {
        let mut path = text.replace("ID", ID).into_bytes();
        strip_from_path(&mut path, 0);
        String::from_utf8(path).unwrap()
    }

    fn query(text: &str) -> String {
        let mut query = text.replace("ID", LONG).into_bytes();
        strip_from_query(&mut query, 0);
        String::from_utf8(query).unwrap()
    }

    #[test]
    fn directories() {
        assert_eq!(path("/(s(ID))/m.aspx"), "/m.aspx");
        assert_eq!(path("/x/(ID)/y/m.aspxfoo"), "/x/y/m.aspxfoo");
        assert_eq!(path("/(s(ID)f(ID))/(ID)/m.aspx"), "/m.aspx");
        assert_eq!(path("/(ID)/(ID)/m.aspx"), format!("/({ID})/m.aspx"));
        for kept in [
            "/(ID)/.aspx",
            "/(ID)/m.asp",
            "/(ID)/a?b.aspx",
            "/(s(ID)/a.aspx",
            "/a.aspx/(ID)/",
            "/()/a.aspx",
        ] {
            assert_eq!(path(kept), kept.replace("ID", ID));
        }
        assert_eq!(path("/(ID)/.aspx.aspx"), "/.aspx.aspx");
    }

    #[test]
    fn parameters() {
        assert_eq!(query("jsessionid=ID"), "");
        assert_eq!(query("a=1&phpsessid=ID&b"), "a=1&b");
        assert_eq!(query("xsid=ID&q"), "xq");
        assert_eq!(query("sid=ID&sid=ID"), format!("sid={LONG}&"));
        assert_eq!(query("aspsessionidabcdefgh=abcdefghijklmnopqrstuvwx&x=y"), "x=y");
        assert_eq!(query("x&cfid=1&cftoken=2&y"), "x&y");
        assert_eq!(query("cfid=cfid=1&cftoken=2"), "cfid=");
        for kept in [
            "cfid=&cftoken=2",
            "cfid=1&cftoken=",
            "cftoken=2&cfid=1",
            "sid=ID;a",
            "cfid=1&x&cftoken=2",
        ] {
            assert_eq!(query(kept), kept.replace("ID", LONG));
        }
    }
}
