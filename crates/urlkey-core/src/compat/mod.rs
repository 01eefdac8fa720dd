//! Keys that other systems read, byte for byte as they make them: neither the WHATWG parser nor the ladder applies here.
//!
//! Each function has its own parser on the bytes as they are, and accepts what its reference accepts.

mod escape;
mod idna2003;
pub mod safe_browsing;
pub mod surt;
