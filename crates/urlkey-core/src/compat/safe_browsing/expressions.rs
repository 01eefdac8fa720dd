//! The expressions that are looked up: host suffixes times path prefixes.

use sha2::{Digest, Sha256};

use super::canonical::Canonical;
use crate::error::Error;

/// The exact host and four more; the exact path with and without query, and four more.
const MOST_HOSTS: usize = 5;
const MOST_PATHS: usize = 6;

/// Slices of a canonical URL: every pair of a host and a path is an expression.
pub(super) struct Expressions<'a> {
    hosts: [&'a [u8]; MOST_HOSTS],
    host_count: usize,
    paths: [&'a [u8]; MOST_PATHS],
    path_count: usize,
}

impl<'a> Expressions<'a> {
    pub fn of(url: &'a Canonical) -> Self {
        let mut made = Self {
            hosts: [b""; MOST_HOSTS],
            host_count: 0,
            paths: [b""; MOST_PATHS],
            path_count: 0,
        };
        let host = url.host();
        made.add_host(host);
        if !url.is_address {
            made.add_parents(host);
        }
        made.add_paths(url.path_and_query(), url.path_end - url.path);
        made
    }

    fn add_host(&mut self, host: &'a [u8]) {
        self.hosts[self.host_count] = host;
        self.host_count += 1;
    }

    /// The last five components, then four, three, two.
    fn add_parents(&mut self, host: &'a [u8]) {
        let mut starts = [0; 5];
        let mut count = 0;
        for dot in memchr::memrchr_iter(b'.', host).take(5) {
            starts[count] = dot + 1;
            count += 1;
        }
        // starts[0] is the last component alone, which is never looked up; the exact host is there already
        for &start in starts[..count].iter().skip(1).rev() {
            self.add_host(&host[start..]);
        }
    }

    fn add_path(&mut self, path: &'a [u8]) {
        if !self.paths[..self.path_count].contains(&path) {
            self.paths[self.path_count] = path;
            self.path_count += 1;
        }
    }

    /// With the query, without it, and the directories from the root on.
    fn add_paths(&mut self, path_and_query: &'a [u8], length: usize) {
        let path = &path_and_query[..length];
        if path_and_query.len() > length + 1 {
            self.add_path(path_and_query); // an empty query is none
        }
        self.add_path(path);
        for slash in memchr::memchr_iter(b'/', path).take(4) {
            self.add_path(&path[..=slash]);
        }
    }

    /// Host and path of each, in the published order.
    pub fn iter(&self) -> impl Iterator<Item = (&'a [u8], &'a [u8])> {
        let paths = &self.paths[..self.path_count];
        let hosts = &self.hosts[..self.host_count];
        hosts.iter().flat_map(move |host| paths.iter().map(move |path| (*host, *path)))
    }
}

pub(super) fn text(host: &[u8], path: &[u8]) -> String {
    String::from_utf8_lossy(&[host, path].concat()).into_owned()
}

pub(super) fn hash(host: &[u8], path: &[u8]) -> [u8; 32] {
    Sha256::new().chain_update(host).chain_update(path).finalize().into()
}

/// The expressions of a URL in the published order, at most thirty, each once.
///
/// For the host: the exact one, and up to four that the last five components give by removing the first, again and again; an address
/// has none but itself. For the path: the exact one with its query, without it, and up to four directories from the root on.
pub fn expressions(url: &[u8]) -> Result<Vec<String>, Error> {
    collect(url, text)
}

/// The SHA-256 of each expression, in the order of [`expressions`].
pub fn hashes(url: &[u8]) -> Result<Vec<[u8; 32]>, Error> {
    collect(url, hash)
}

fn collect<T>(url: &[u8], make: fn(&[u8], &[u8]) -> T) -> Result<Vec<T>, Error> {
    let mut canonical = Canonical::default();
    canonical.read(url)?;
    Ok(Expressions::of(&canonical).iter().map(|(host, path)| make(host, path)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_example() {
        let found = expressions(b"http://a.b.c.d.e.f.g/1.html").unwrap();
        let hosts = ["a.b.c.d.e.f.g", "c.d.e.f.g", "d.e.f.g", "e.f.g", "f.g"];
        let wanted: Vec<String> = hosts.iter().flat_map(|h| [format!("{h}/1.html"), format!("{h}/")]).collect();
        assert_eq!(found, wanted);
        assert_eq!(expressions(b"http://1.2.3.4/?").unwrap(), ["1.2.3.4/"]);
        assert_eq!(expressions(b"http://b/").unwrap(), ["b/"]);
    }

    #[test]
    fn never_more_than_thirty() {
        let found = expressions(b"http://a.b.c.d.e.f.g.h/1/2/3/4/5.html?q").unwrap();
        assert_eq!(found.len(), 30);
        assert_eq!(hashes(b"http://a.b.c.d.e.f.g.h/1/2/3/4/5.html?q").unwrap().len(), 30);
    }

    #[test]
    fn a_hash_is_sha_256() {
        let hash = hash(b"a", b"bc");
        let (high, low) = hash.split_at(16);
        let number = |half: &[u8]| u128::from_be_bytes(half.try_into().unwrap());
        let hex = format!("{:032x}{:032x}", number(high), number(low));
        assert_eq!(hex, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
