//! Why a file of profiles is refused, as data: [`TABLE`] is the only place that names the errors, and a test demands that every row's example
//! gives that row's slug.

use std::fmt;

/// One reason for refusing a file of profiles. The discriminant is the row of [`TABLE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum ProfileErrorCode {
    /// The file is not UTF-8.
    NotUtf8,
    /// The file is not TOML.
    NotToml,
    /// A member is unknown, is missing, or has another type.
    BadMember,
    /// There is no profile in it.
    NoProfiles,
    /// A name that is no slug.
    BadName,
    /// A name that is given twice, or that a shipped profile has.
    NameTaken,
    /// A parent that does not exist.
    UnknownProfile,
    /// Profiles that derive from one another in a circle.
    ParentCycle,
    /// An option or a value that does not exist.
    BadSetting,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct ProfileErrorInfo {
    /// The code that the row describes.
    pub code: ProfileErrorCode,
    /// Stable kebab-case name.
    pub slug: &'static str,
    /// One clause: what is wrong.
    pub message: &'static str,
    /// One sentence: what to do about it.
    pub hint: &'static str,
    /// A small file that gives this error.
    pub example: &'static [u8],
}

/// Every error, in the order of [`ProfileErrorCode`].
pub const TABLE: &[ProfileErrorInfo] = &[
    ProfileErrorInfo {
        code: ProfileErrorCode::NotUtf8,
        slug: "not-utf8",
        message: "the file is not UTF-8",
        hint: "save it as UTF-8 text",
        example: b"[[profile]]\nname = \"caf\xe9\"",
    },
    ProfileErrorInfo {
        code: ProfileErrorCode::NotToml,
        slug: "not-toml",
        message: "the file is not TOML",
        hint: "look for a missing quote, bracket or equals sign at that line",
        example: b"[[profile]]\nname = shop",
    },
    ProfileErrorInfo {
        code: ProfileErrorCode::BadMember,
        slug: "bad-member",
        message: "a member is unknown or missing, or has another type",
        hint: "a profile has a name and, if you like, from, version, purpose, set, drop, keep and keep_only",
        example: b"[[profile]]\nname = \"shop\"\ndrops = [\"sid\"]",
    },
    ProfileErrorInfo {
        code: ProfileErrorCode::NoProfiles,
        slug: "no-profiles",
        message: "the file has no profile",
        hint: "begin each one with a line [[profile]]",
        example: b"# nothing yet",
    },
    ProfileErrorInfo {
        code: ProfileErrorCode::BadName,
        slug: "bad-name",
        message: "the name of a profile is no slug",
        hint: "take lower-case letters, digits and hyphens, as in shop-eu",
        example: b"[[profile]]\nname = \"My Shop\"",
    },
    ProfileErrorInfo {
        code: ProfileErrorCode::NameTaken,
        slug: "name-taken",
        message: "another profile has that name",
        hint: "take another name: keys are told apart by it, and a shipped one must mean the same everywhere",
        example: b"[[profile]]\nname = \"dedup\"",
    },
    ProfileErrorInfo {
        code: ProfileErrorCode::UnknownProfile,
        slug: "unknown-profile",
        message: "there is no profile of that name",
        hint: "name one of the same file, or one that ships: urlkey profiles lists them",
        example: b"[[profile]]\nname = \"shop\"\nfrom = \"dedpu\"",
    },
    ProfileErrorInfo {
        code: ProfileErrorCode::ParentCycle,
        slug: "parent-cycle",
        message: "profiles derive from one another in a circle",
        hint: "let one of them derive from a profile that ships",
        example: b"[[profile]]\nname = \"a\"\nfrom = \"b\"\n[[profile]]\nname = \"b\"\nfrom = \"a\"",
    },
    ProfileErrorInfo {
        code: ProfileErrorCode::BadSetting,
        slug: "bad-setting",
        message: "an option or a value does not exist",
        hint: "urlkey rungs lists the rungs and their settings",
        example: b"[[profile]]\nname = \"shop\"\nset = { trailing-slash = \"stripp\" }",
    },
];

impl ProfileErrorCode {
    /// The table row of this code.
    #[must_use]
    pub fn info(self) -> &'static ProfileErrorInfo {
        &TABLE[self as usize]
    }
}

/// A refused file: what is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProfileError {
    /// The reason.
    pub code: ProfileErrorCode,
    /// The reason as a clause, with what it is about.
    pub message: String,
    /// The name of the profile that it is about, if it is about one.
    pub profile: Option<String>,
    /// The line, from 1.
    pub line: Option<usize>,
}

impl fmt::Display for ProfileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for ProfileError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::Profile;

    #[test]
    fn rows_are_in_the_order_of_the_codes_and_examples_give_them() {
        for (i, row) in TABLE.iter().enumerate() {
            assert_eq!(row.code as usize, i, "{}", row.slug);
            let error = Profile::parse(row.example).unwrap_err();
            assert_eq!(error.code.info().slug, row.slug, "{error}");
        }
    }
}
