//! The options of a profile, as data: a setting for each lossy rung, and the user's lists.

use std::fmt;

use crate::params::{Kind, Tier, TrackingEntry};
use crate::rungs::{RUNG_COUNT, RUNGS, RungId, RungSet};

/// The options of a profile.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// For each rung the place of its setting in its list of values; 0 is off. Safe rungs have no setting.
    values: [u8; RUNG_COUNT],
    /// The tracking kinds that are dropped, a bit each.
    kinds: u8,
    /// Names, or prefixes ending in `*`, to drop besides the tracking table.
    pub drop: Vec<String>,
    /// Names or prefixes that stay whatever else says.
    pub keep: Vec<String>,
    /// If given, only these names (and `keep`) stay.
    pub keep_only: Option<Vec<String>>,
}

/// A setting that does not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingError(String);

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SettingError {}

/// The name of the option that holds the tracking kinds.
pub const KINDS_OPTION: &str = "tracking-kinds";

impl Settings {
    /// Sets the option `name` (a lossy rung, or [`KINDS_OPTION`]) to `value`; `on` and `off` always work.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), SettingError> {
        if name == KINDS_OPTION {
            return self.set_kinds(value);
        }
        let Some(id) = RungId::from_slug(name) else {
            let known: Vec<_> = RUNGS.iter().filter(|rung| !rung.is_safe()).map(|rung| rung.slug).collect();
            return Err(SettingError(format!(
                "there is no rung {name:?}; the switchable ones are {}, {KINDS_OPTION}",
                known.join(", ")
            )));
        };
        let rung = id.rung();
        if rung.is_safe() {
            return Err(SettingError(format!("the rung {name} is safe and always on")));
        }
        let wanted = match value {
            "on" => rung.on,
            "off" => rung.values[0],
            _ => value,
        };
        let Some(place) = rung.values.iter().position(|known| *known == wanted) else {
            return Err(SettingError(format!(
                "{name} cannot be {value:?}; it is one of {}",
                rung.values.join(", ")
            )));
        };
        self.values[id as usize] = place as u8;
        Ok(())
    }

    fn set_kinds(&mut self, value: &str) -> Result<(), SettingError> {
        let mut kinds = 0;
        for name in value.split('+').filter(|name| !name.is_empty() && *name != "off") {
            let Some(kind) = Kind::ALL.iter().find(|kind| kind.name() == name) else {
                let known = Kind::ALL.map(Kind::name).join(", ");
                return Err(SettingError(format!(
                    "there is no tracking kind {name:?}; they are {known}, joined by +"
                )));
            };
            kinds |= 1 << *kind as u8;
        }
        self.kinds = kinds;
        Ok(())
    }

    /// The setting of an option, `None` for an unknown name or a safe rung.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<String> {
        if name == KINDS_OPTION {
            let names: Vec<_> = Kind::ALL
                .iter()
                .filter(|kind| self.has_kind(**kind))
                .map(|kind| kind.name())
                .collect();
            return Some(if names.is_empty() { "off".to_owned() } else { names.join("+") });
        }
        let id = RungId::from_slug(name).filter(|id| !id.rung().is_safe())?;
        Some(id.rung().values[usize::from(self.value(id))].to_owned())
    }

    /// Every option with its setting, in the ladder's order.
    #[must_use]
    pub fn options(&self) -> Vec<(&'static str, String)> {
        let lossy = RUNGS.iter().filter(|rung| !rung.is_safe()).map(|rung| rung.slug);
        lossy
            .chain([KINDS_OPTION])
            .filter_map(|name| Some((name, self.get(name)?)))
            .collect()
    }

    /// The place of a rung's setting in its list of values.
    pub(crate) fn value(&self, id: RungId) -> u8 {
        self.values[id as usize]
    }

    pub(crate) fn has(&self, id: RungId) -> bool {
        self.value(id) != 0
    }

    fn has_kind(&self, kind: Kind) -> bool {
        self.kinds & (1 << kind as u8) != 0
    }

    /// Whether the tracking rung drops that entry at these settings.
    pub(crate) fn drops(&self, entry: &TrackingEntry) -> bool {
        let tiers = self.value(RungId::Tracking);
        self.has_kind(entry.kind)
            && match entry.tier {
                Tier::Certain => tiers >= 1,
                Tier::Common => tiers >= 2,
                Tier::Disputed => tiers >= 3,
            }
    }

    /// The rungs that these settings let run: the safe ones, and the lossy ones that are on.
    pub(crate) fn active(&self) -> RungSet {
        let on = |id: &RungId| id.rung().is_safe() || self.has(*id);
        let set: RungSet = RUNGS.iter().map(|rung| rung.id).filter(on).collect();
        // the user's lists work through this rung even where the table is off; and `:~:` directives always go
        let set = if self.drop.is_empty() && self.keep_only.is_none() {
            set
        } else {
            set.with(RungId::Tracking)
        };
        set.with(RungId::Fragment)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_checked() {
        let mut settings = Settings::default();
        settings.set("trailing-slash", "on").unwrap();
        assert_eq!(settings.get("trailing-slash").as_deref(), Some("strip"));
        settings.set("fragment", "off").unwrap();
        assert_eq!(settings.get("fragment").as_deref(), Some("keep"));
        settings.set(KINDS_OPTION, "share+click").unwrap();
        assert_eq!(settings.get(KINDS_OPTION).as_deref(), Some("click+share"));
        for (name, value) in [("trailing-slash", "maybe"), ("host", "off"), ("nope", "on"), (KINDS_OPTION, "x")] {
            assert!(settings.set(name, value).is_err(), "{name}={value}");
        }
    }
}
