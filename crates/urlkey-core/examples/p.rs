#![allow(unsafe_code, missing_docs)]
use std::hint::black_box;
use std::io::*;
use urlkey_core::*;
fn main() {
    let reps: usize = std::env::args().nth(1).unwrap().parse().unwrap();
    let mut s = Vec::new();
    flate2::read::GzDecoder::new(std::fs::File::open("/work/shared/corpus/top100.txt.gz").unwrap())
        .read_to_end(&mut s)
        .unwrap();
    let lines: Vec<&[u8]> = s.split(|&b| b == b'\n').collect();
    let c = Canonicalizer::named("dedup").unwrap();
    let ctx = Context::default();
    let mut out = Vec::new();
    let which = std::env::args().nth(2).unwrap();
    for _ in 0..reps {
        for l in &lines {
            if which == "k" {
                if c.key_into(l, ctx, &mut out).is_ok() {
                    black_box(digest(&out, 0));
                }
            } else {
                if let Ok(u) = ada_url::Url::parse(unsafe { std::str::from_utf8_unchecked(l) }, None) {
                    black_box(u.href());
                }
            }
        }
    }
}
