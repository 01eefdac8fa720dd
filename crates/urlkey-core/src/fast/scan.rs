//! One look at every byte: copies a URL into the key's buffer and says which bytes need thought.
//!
//! This is the crate's one module with `unsafe`: the AVX2 version, chosen at run time. [`portable`] defines what it must answer, and a test
//! holds the two together for every byte value and length.

/// The longest input that the fast lane takes, in bytes; longer ones are for the reference lane.
pub(crate) const MAX_INPUT: usize = 64 * MOST_WORDS;
/// Words of masks for the longest input.
pub(crate) const MOST_WORDS: usize = 32;
/// Words of masks for nearly every input: fewer to clear.
pub(crate) const FEW_WORDS: usize = 4;

/// How many zero bytes stand behind the copy, so that eight bytes can be read at any position in it.
pub(crate) const PADDING: usize = 32;

/// For each byte of the input a bit: byte `i` is bit `i % 64` of word `i / 64`.
pub(crate) struct Masks<const WORDS: usize> {
    /// Not plain: controls, space, non-ASCII, what percent-encoding touches, and `%`, `?`, `#`, `'`.
    pub odd: [u64; WORDS],
    /// `&`
    pub ampersand: [u64; WORDS],
    /// `=`
    pub equals: [u64; WORDS],
    /// A dot or a slash behind a slash: a dot segment or an empty segment may begin here.
    pub after_slash: [u64; WORDS],
    /// Of the first 64 bytes: no lower-case letter, digit, `-`, `.` or `_`.
    pub not_host: u64,
    /// Of the first 64 bytes: `.`
    pub dot: u64,
}

impl<const WORDS: usize> Masks<WORDS> {
    pub fn new() -> Self {
        Self {
            odd: [0; WORDS],
            ampersand: [0; WORDS],
            equals: [0; WORDS],
            after_slash: [0; WORDS],
            not_host: 0,
            dot: 0,
        }
    }
}

/// The first set bit at or behind `from`, or `end`.
#[inline]
pub(crate) fn next_bit<const WORDS: usize>(words: &[u64; WORDS], from: usize, end: usize) -> usize {
    let index = from / 64;
    let word_at = |index: usize| words.get(index).copied().unwrap_or(0);
    let here = word_at(index) & (!0 << (from % 64));
    // two words without a loop: nearly always that is enough, and the branch is foreseen
    let (word, index) = if here != 0 {
        (here, index)
    } else {
        (word_at(index + 1), index + 1)
    };
    if word != 0 || (index + 1) * 64 >= end {
        return (index * 64 + word.trailing_zeros() as usize).min(end);
    }
    let rest = words.get(index + 1..).unwrap_or_default();
    let found = rest.iter().position(|&word| word != 0);
    found.map_or(end, |i| ((index + 1 + i) * 64 + rest[i].trailing_zeros() as usize).min(end))
}

const fn is_odd(byte: u8) -> bool {
    byte <= b' '
        || byte >= 0x7F
        || matches!(
            byte,
            b'"' | b'#' | b'%' | b'\'' | b'<' | b'>' | b'?' | b'[' | b'\\' | b']' | b'^' | b'`' | b'{' | b'|' | b'}'
        )
}

const fn is_host(byte: u8) -> bool {
    matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_')
}

/// Copies `input` (at most 64 bytes a word of the masks) into `out`, which it clears first, adds [`PADDING`] zero bytes, and fills `masks`, which must
/// be new.
pub(crate) fn copy_and_scan<const WORDS: usize>(input: &[u8], out: &mut Vec<u8>, masks: &mut Masks<WORDS>) {
    assert!(input.len() <= 64 * WORDS);
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        avx2::run(input, out, masks);
        return;
    }
    portable(input, out, masks);
}

#[cold]
fn portable<const WORDS: usize>(input: &[u8], out: &mut Vec<u8>, masks: &mut Masks<WORDS>) {
    out.clear();
    out.extend_from_slice(input);
    out.extend_from_slice(&[0; PADDING]);
    let mut before = 0;
    for (index, chunk) in input.chunks(64).enumerate() {
        for (i, &byte) in chunk.iter().enumerate() {
            masks.odd[index] |= u64::from(is_odd(byte)) << i;
            masks.ampersand[index] |= u64::from(byte == b'&') << i;
            masks.equals[index] |= u64::from(byte == b'=') << i;
            masks.after_slash[index] |= u64::from(matches!(byte, b'.' | b'/') && before == b'/') << i;
            before = byte;
            if index == 0 {
                masks.not_host |= u64::from(!is_host(byte)) << i;
                masks.dot |= u64::from(byte == b'.') << i;
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[allow(
    unsafe_code,
    reason = "vector loads and stores; the module is this small so that it can be checked by eye"
)]
mod avx2 {
    use std::arch::x86_64::{
        __m256i, _mm_loadu_si128, _mm256_and_si256, _mm256_broadcastsi128_si256, _mm256_cmpeq_epi8, _mm256_loadu_si256,
        _mm256_movemask_epi8, _mm256_set1_epi8, _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_srli_epi16, _mm256_storeu_si256,
    };

    use super::{Masks, PADDING};

    pub(super) const CHUNK: usize = 32;

    /// A set of bytes as two tables: a byte is in it if the entries for its low and its high half share a bit. Each bit stands for a
    /// rectangle of low and high halves.
    struct Halves {
        low: [u8; 16],
        high: [u8; 16],
    }

    const fn halves(rectangles: &[(&[u8], &[u8])]) -> Halves {
        let mut tables = Halves {
            low: [0; 16],
            high: [0; 16],
        };
        let mut bit = 0;
        while bit < rectangles.len() {
            let (high, low) = rectangles[bit];
            let mut i = 0;
            while i < high.len() {
                tables.high[high[i] as usize] |= 1 << bit;
                i += 1;
            }
            let mut i = 0;
            while i < low.len() {
                tables.low[low[i] as usize] |= 1 << bit;
                i += 1;
            }
            bit += 1;
        }
        tables
    }

    const ANY: &[u8] = &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

    /// [`super::is_odd`], in rectangles of (high halves, low halves).
    static ODD: Halves = halves(&[
        (&[0, 1, 8, 9, 10, 11, 12, 13, 14, 15], ANY),
        (&[2, 6], &[0]),
        (&[2], &[2, 3, 5, 7]),
        (&[3, 5], &[0xC, 0xE]),
        (&[5, 7], &[0xB, 0xC, 0xD]),
        (&[7], &[0xF]),
        (&[3], &[0xF]),
    ]);

    /// [`super::is_host`], likewise.
    static HOST: Halves = halves(&[
        (&[6], &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]),
        (&[7], &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
        (&[3], &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
        (&[2], &[0xD, 0xE]),
        (&[5], &[0xF]),
    ]);

    /// What is seen in one chunk, a bit a byte.
    #[derive(Clone, Copy, Default)]
    struct Seen {
        odd: u64,
        ampersand: u64,
        equals: u64,
        dot: u64,
        slash: u64,
        not_host: u64,
    }

    impl Seen {
        /// Two chunks behind one another.
        fn then(self, next: Self) -> Self {
            Self {
                odd: self.odd | next.odd << CHUNK,
                ampersand: self.ampersand | next.ampersand << CHUNK,
                equals: self.equals | next.equals << CHUNK,
                dot: self.dot | next.dot << CHUNK,
                slash: self.slash | next.slash << CHUNK,
                not_host: self.not_host | next.not_host << CHUNK,
            }
        }

        /// The last `count` bytes of a chunk, as its first.
        fn tail(self, count: usize) -> Self {
            let shift = CHUNK - count;
            Self {
                odd: self.odd >> shift,
                ampersand: self.ampersand >> shift,
                equals: self.equals >> shift,
                dot: self.dot >> shift,
                slash: self.slash >> shift,
                not_host: self.not_host >> shift,
            }
        }
    }

    pub(super) fn run<const WORDS: usize>(input: &[u8], out: &mut Vec<u8>, masks: &mut Masks<WORDS>) {
        out.clear();
        if input.len() < CHUNK {
            // one chunk with zeros behind the input, which are then taken for padding
            let mut chunk = [0; CHUNK];
            chunk[..input.len()].copy_from_slice(input);
            out.reserve(CHUNK + PADDING);
            // SAFETY: the caller has seen the CPU's avx2 flag; one chunk is there, and room for it and the padding.
            unsafe { scan(&chunk, out, masks) };
            out.truncate(input.len() + PADDING);
            let used = (1 << input.len()) - 1;
            masks.odd[0] &= used;
            masks.not_host &= used;
            return;
        }
        out.reserve(input.len() + PADDING);
        // SAFETY: the caller has seen the CPU's avx2 flag; at least one chunk is there, and room for input and padding.
        unsafe { scan(input, out, masks) }
    }

    /// # Safety
    /// Needs AVX2, `input.len() >= CHUNK`, and capacity for `input.len() + PADDING` bytes in `out`.
    #[target_feature(enable = "avx2")]
    unsafe fn scan<const WORDS: usize>(input: &[u8], out: &mut Vec<u8>, masks: &mut Masks<WORDS>) {
        let length = input.len();
        let from = input.as_ptr();
        let to = out.as_mut_ptr();
        // SAFETY of both: `at + CHUNK <= length` wherever it is called, within the input and within the reserved room of the output.
        let chunk = |at: usize| unsafe {
            let chunk = _mm256_loadu_si256(from.add(at).cast());
            _mm256_storeu_si256(to.add(at).cast(), chunk);
            look(chunk)
        };
        let mut slash_before = 0;
        for (word, start) in (0..length).step_by(2 * CHUNK).enumerate() {
            // a last chunk that is not full is read and written from the end back, overlapping the one before
            let seen = match length - start {
                rest if rest >= 2 * CHUNK => chunk(start).then(chunk(start + CHUNK)),
                rest if rest > CHUNK => chunk(start).then(chunk(length - CHUNK).tail(rest - CHUNK)),
                rest => chunk(length - CHUNK).tail(rest),
            };
            masks.odd[word] = seen.odd;
            masks.ampersand[word] = seen.ampersand;
            masks.equals[word] = seen.equals;
            masks.after_slash[word] = (seen.dot | seen.slash) & (seen.slash << 1 | slash_before);
            slash_before = seen.slash >> 63;
            if word == 0 {
                masks.not_host = seen.not_host;
                masks.dot = seen.dot;
            }
        }
        // SAFETY: room for the padding is reserved; every byte below `length` was written above.
        unsafe {
            _mm256_storeu_si256(to.add(length).cast(), _mm256_setzero_si256());
            out.set_len(length + PADDING);
        }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn look(chunk: __m256i) -> Seen {
        let mask = |found: __m256i| u64::from(_mm256_movemask_epi8(found).cast_unsigned());
        let equal = |byte: u8| mask(_mm256_cmpeq_epi8(chunk, _mm256_set1_epi8(byte.cast_signed())));
        let outside = |halves: &Halves| mask(_mm256_cmpeq_epi8(members(chunk, halves), _mm256_setzero_si256()));
        Seen {
            odd: outside(&ODD) ^ u64::from(u32::MAX),
            ampersand: equal(b'&'),
            equals: equal(b'='),
            dot: equal(b'.'),
            slash: equal(b'/'),
            not_host: outside(&HOST),
        }
    }

    /// Non-zero in each byte of `chunk` that is in the set.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn members(chunk: __m256i, halves: &Halves) -> __m256i {
        let half = _mm256_set1_epi8(0x0F);
        // SAFETY: both tables are 16 bytes long.
        let (low, high) = unsafe {
            (
                _mm_loadu_si128(halves.low.as_ptr().cast()),
                _mm_loadu_si128(halves.high.as_ptr().cast()),
            )
        };
        let low = _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(low), _mm256_and_si256(chunk, half));
        let high = _mm256_shuffle_epi8(
            _mm256_broadcastsi128_si256(high),
            _mm256_and_si256(_mm256_srli_epi16::<4>(chunk), half),
        );
        _mm256_and_si256(low, high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vector_and_portable_agree_on_every_byte_and_length() {
        let text: Vec<u8> = (0..=255).chain(0..=255).collect();
        let dotted = b"/./.a/..b.//..&=/".repeat(31);
        for source in [&text[..], &dotted[..512], &text[200..], &text[3..]] {
            for length in 0..=source.len() {
                let input = &source[..length];
                let (mut a, mut b) = (Vec::new(), vec![7; 9]);
                let (mut wide, mut bytewise) = (Masks::<8>::new(), Masks::<8>::new());
                copy_and_scan(input, &mut a, &mut wide);
                portable(input, &mut b, &mut bytewise);
                assert_eq!(a, b);
                for (name, wide, bytewise) in [
                    ("odd", wide.odd, bytewise.odd),
                    ("ampersand", wide.ampersand, bytewise.ampersand),
                    ("equals", wide.equals, bytewise.equals),
                    ("after_slash", wide.after_slash, bytewise.after_slash),
                ] {
                    assert_eq!(wide, bytewise, "{name} of {length}");
                }
                assert_eq!((wide.not_host, wide.dot), (bytewise.not_host, bytewise.dot), "{length}");
            }
        }
    }

    #[test]
    fn next_bit_stays_within_the_end() {
        let mut words = [0; 8];
        words[1] = 1 << 3;
        assert_eq!(next_bit(&words, 0, 200), 67);
        assert_eq!(next_bit(&words, 67, 200), 67);
        assert_eq!(next_bit(&words, 68, 200), 200);
        assert_eq!(next_bit(&words, 0, 60), 60);
        assert_eq!(next_bit(&words, 512, 512), 512);
    }
}
