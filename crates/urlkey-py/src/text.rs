//! `str` or `bytes` to the bytes that the core reads, and byte offsets back to the caller's positions.

use pyo3::exceptions::{PyTypeError, PyUnicodeEncodeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

/// What the caller passed, as the core reads it.
pub enum Text<'a> {
    /// A `str` without surrogates, borrowed from its UTF-8 buffer.
    Str(&'a str),
    /// `bytes`, borrowed.
    Bytes(&'a [u8]),
    /// A `str` with surrogates: its code points, and the bytes that stand for them.
    Surrogates { points: Vec<u32>, bytes: Vec<u8> },
}

impl<'a> Text<'a> {
    /// Borrows a `str` or `bytes` object; anything else is a `TypeError` that names its type.
    pub fn of(object: &'a Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(text) = object.cast::<PyString>() {
            return match text.to_str() {
                Ok(text) => Ok(Self::Str(text)),
                Err(error) if error.is_instance_of::<PyUnicodeEncodeError>(object.py()) => Self::with_surrogates(text),
                Err(error) => Err(error),
            };
        }
        match object.cast::<PyBytes>() {
            Ok(bytes) => Ok(Self::Bytes(bytes.as_bytes())),
            Err(_) => Err(PyTypeError::new_err(format!(
                "a URL is str or bytes, not {}",
                object.get_type().fully_qualified_name()?
            ))),
        }
    }

    fn with_surrogates(text: &Bound<'_, PyString>) -> PyResult<Self> {
        // by the type's own method: a subclass may have another `encode`
        let encode = text.py().get_type::<PyString>().getattr("encode")?;
        let encoded = encode.call1((text, "utf-32-le", "surrogatepass"))?;
        let encoded = encoded.cast::<PyBytes>()?.as_bytes();
        let points: Vec<u32> = encoded.as_chunks::<4>().0.iter().map(|point| u32::from_le_bytes(*point)).collect();
        let mut units = Vec::with_capacity(points.len());
        for &point in &points {
            match char::from_u32(point) {
                Some(c) => units.extend_from_slice(c.encode_utf16(&mut [0; 2])),
                None => units.push(point as u16),
            }
        }
        let bytes = urlkey_core::from_utf16(&units);
        Ok(Self::Surrogates { points, bytes })
    }

    /// The bytes for the core.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Self::Str(text) => text.as_bytes(),
            Self::Bytes(bytes) => bytes,
            Self::Surrogates { bytes, .. } => bytes,
        }
    }

    /// The index into what the caller passed (code points of a `str`, bytes of `bytes`) for an offset into [`Self::bytes`].
    pub fn position(&self, offset: usize) -> usize {
        match self {
            Self::Str(text) => text.char_indices().take_while(|(at, _)| *at < offset).count(),
            Self::Bytes(_) => offset,
            Self::Surrogates { points, .. } => position_in_points(points, offset),
        }
    }
}

fn position_in_points(points: &[u32], offset: usize) -> usize {
    let (mut index, mut at) = (0, 0);
    while at < offset && index < points.len() {
        let (length, used) = match (points[index], points.get(index + 1)) {
            // a pair of surrogates is one character of four bytes
            (0xD800..=0xDBFF, Some(0xDC00..=0xDFFF)) => (4, 2),
            (0xDC80..=0xDCFF, _) => (1, 1),
            (point, _) => (char::from_u32(point).map_or(3, char::len_utf8), 1),
        };
        at += length;
        index += used;
    }
    index
}
