//! Badges: their families and levels, the words and pictures of each, and what a count earns. Pure functions of plain
//! values.

use poem_openapi::Enum;
use serde::Serialize;

use crate::input::grouped;

/// What a badge is for. Upvote and project badges are awarded by rule, the others by an admin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Enum, Serialize)]
#[oai(rename = "BadgeType", rename_all = "lowercase")]
#[serde(rename_all = "lowercase")]
pub enum Family {
    Upvote,
    Project,
    Event,
    Achievement,
}

impl Family {
    pub const ALL: [Family; 4] = [Family::Upvote, Family::Project, Family::Event, Family::Achievement];

    /// The family of this name, in any case.
    pub fn named(name: &str) -> Option<Family> {
        Family::ALL.into_iter().find(|family| family.as_str().eq_ignore_ascii_case(name))
    }

    /// The value in the database, in JSON, and in the names of pictures.
    pub const fn as_str(self) -> &'static str {
        match self {
            Family::Upvote => "upvote",
            Family::Project => "project",
            Family::Event => "event",
            Family::Achievement => "achievement",
        }
    }

    /// The name of all its badges together.
    pub const fn label(self) -> &'static str {
        match self {
            Family::Upvote => "Upvote Badges",
            Family::Project => "Project Badges",
            Family::Event => "Event Badges",
            Family::Achievement => "Achievement Badges",
        }
    }

    /// The name of one of its badges.
    pub const fn one(self) -> &'static str {
        match self {
            Family::Upvote => "Upvote Badge",
            Family::Project => "Project Badge",
            Family::Event => "Event Badge",
            Family::Achievement => "Achievement Badge",
        }
    }

    /// What stands in the middle of its pictures.
    const fn sign(self) -> &'static str {
        match self {
            Family::Upvote => "an arrow that points up",
            Family::Project => "a hammer",
            Family::Event => "a ticket",
            Family::Achievement => "a star",
        }
    }

    /// Whether its badges can name a project.
    pub const fn has_project(self) -> bool {
        matches!(self, Family::Upvote | Family::Project)
    }

    /// Whether its badges can name an event.
    pub const fn has_event(self) -> bool {
        matches!(self, Family::Event)
    }
}

/// A layer of the atmosphere, lowest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Enum, Serialize)]
#[oai(rename = "BadgeLevel", rename_all = "lowercase")]
#[serde(rename_all = "lowercase")]
pub enum Level {
    Troposphere,
    Stratosphere,
    Mesosphere,
    Thermosphere,
    Exosphere,
}

impl Level {
    pub const ALL: [Level; 5] = [
        Level::Troposphere,
        Level::Stratosphere,
        Level::Mesosphere,
        Level::Thermosphere,
        Level::Exosphere,
    ];

    /// The level of this name, in any case.
    pub fn named(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.as_str().eq_ignore_ascii_case(name))
    }

    /// The value in the database, in JSON, and in the names of pictures.
    pub const fn as_str(self) -> &'static str {
        match self {
            Level::Troposphere => "troposphere",
            Level::Stratosphere => "stratosphere",
            Level::Mesosphere => "mesosphere",
            Level::Thermosphere => "thermosphere",
            Level::Exosphere => "exosphere",
        }
    }

    /// Its name in texts.
    pub const fn label(self) -> &'static str {
        match self {
            Level::Troposphere => "Troposphere",
            Level::Stratosphere => "Stratosphere",
            Level::Mesosphere => "Mesosphere",
            Level::Thermosphere => "Thermosphere",
            Level::Exosphere => "Exosphere",
        }
    }

    /// Its other name.
    pub const fn rank(self) -> &'static str {
        match self {
            Level::Troposphere => "Basic",
            Level::Stratosphere => "Intermediate",
            Level::Mesosphere => "Advanced",
            Level::Thermosphere => "Expert",
            Level::Exosphere => "Master",
        }
    }

    /// 1 to 5.
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// The sky in its pictures.
    const fn sky(self) -> &'static str {
        match self {
            Level::Troposphere => "over hills at sunrise",
            Level::Stratosphere => "among clouds",
            Level::Mesosphere => "among falling meteors",
            Level::Thermosphere => "before northern lights",
            Level::Exosphere => "among stars and a ringed planet",
        }
    }
}

/// The maximum numbers of characters of a name and a description.
pub const MAX_NAME: usize = 80;
pub const MAX_DESCRIPTION: usize = 500;
/// The most members that one call gives a badge to.
pub const MAX_MEMBERS: usize = 100;

/// Upvotes at which a project earns its submitter an upvote badge, by level.
pub const UPVOTES: [i64; 5] = [10, 100, 250, 500, 1000];

/// Approved projects at which a member earns a project badge, by level.
pub const PROJECTS: [i64; 5] = [1, 3, 5, 10, 25];

/// What a badge's picture shows.
pub fn alt(family: Family, level: Level) -> String {
    format!("{}, level {}: {} {}", family.one(), level.number(), family.sign(), level.sky())
}

/// The path of a badge's picture in pixels.
pub fn picture(family: Family, level: Level) -> String {
    format!("/assets/badges/{}_{}.png", family.as_str(), level.as_str())
}

/// The highest level for a project's upvotes, with its threshold.
pub fn tier(upvotes: i64) -> Option<(i64, Level)> {
    earned(&UPVOTES, upvotes).last().map(|badge| (badge.threshold, badge.level))
}

/// A level that a count has earned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Earned {
    pub level: Level,
    pub threshold: i64,
}

/// All levels of a ladder of thresholds that `count` has reached, lowest first.
pub fn earned(ladder: &[i64; 5], count: i64) -> Vec<Earned> {
    ladder
        .iter()
        .zip(Level::ALL)
        .filter(|(threshold, _)| count >= **threshold)
        .map(|(threshold, level)| Earned {
            level,
            threshold: *threshold,
        })
        .collect()
}

/// The name and the description of a badge for upvotes.
pub fn upvote_words(threshold: i64) -> (String, String) {
    let threshold = grouped(threshold);
    (format!("{threshold} Upvotes"), format!("A project that reached {threshold} upvotes"))
}

/// The name and the description of a badge for approved projects.
pub fn project_words(threshold: i64) -> (String, String) {
    if threshold == 1 {
        ("First Project".into(), "The first approved project".into())
    } else {
        (format!("{threshold} Projects"), format!("{threshold} approved projects"))
    }
}

/// The rule by which a badge was awarded. `threshold` is 0 for one that an admin gave.
pub fn rule(family: Family, threshold: i64) -> String {
    match (family, threshold) {
        (Family::Upvote, 1..) => format!("Awarded automatically when a project reaches {} upvotes.", grouped(threshold)),
        (Family::Project, 1) => "Awarded automatically when a member's first project is approved.".into(),
        (Family::Project, 2..) => format!("Awarded automatically when {threshold} projects of a member are approved."),
        _ => "Given by an admin of the community.".into(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn tiers_begin_at_their_threshold() {
        assert_eq!(tier(9), None);
        assert_eq!(tier(10), Some((10, Level::Troposphere)));
        assert_eq!(tier(249), Some((100, Level::Stratosphere)));
        assert_eq!(tier(5000), Some((1000, Level::Exosphere)));
    }

    #[test]
    fn levels_are_earned_at_their_threshold() {
        assert!(earned(&UPVOTES, 9).is_empty());
        assert_eq!(
            earned(&UPVOTES, 10),
            [Earned {
                level: Level::Troposphere,
                threshold: 10
            }]
        );
        assert_eq!(earned(&UPVOTES, 1000).len(), 5);
        assert_eq!(
            earned(&PROJECTS, 4).last(),
            Some(&Earned {
                level: Level::Stratosphere,
                threshold: 3
            })
        );
    }

    #[test]
    fn every_badge_has_a_picture_and_its_own_alternative_text() {
        let mut texts = BTreeSet::new();
        for family in Family::ALL {
            assert_eq!(Family::named(&family.as_str().to_uppercase()), Some(family));
            for level in Level::ALL {
                assert_eq!(Level::named(level.as_str()), Some(level));
                texts.insert(alt(family, level));
                let file = std::fs::read(format!("ui/public{}", picture(family, level))).unwrap();
                // Width and height stand at the begin of a PNG file.
                assert_eq!(file[16..24], [0, 0, 2, 0, 0, 0, 2, 0], "{}", picture(family, level));
                let drawing = format!("ui/public{}", picture(family, level).replace(".png", ".svg"));
                assert!(std::fs::read_to_string(&drawing).unwrap().starts_with("<svg "), "{drawing}");
            }
        }
        assert_eq!(texts.len(), 20);
        assert!(texts.contains("Project Badge, level 1: a hammer over hills at sunrise"), "{texts:?}");
    }

    #[test]
    fn the_rule_says_what_was_counted() {
        assert_eq!(rule(Family::Upvote, 250), "Awarded automatically when a project reaches 250 upvotes.");
        assert_eq!(
            rule(Family::Project, 1),
            "Awarded automatically when a member's first project is approved."
        );
        assert_eq!(
            rule(Family::Project, 3),
            "Awarded automatically when 3 projects of a member are approved."
        );
        assert_eq!(rule(Family::Upvote, 0), rule(Family::Achievement, 0));
    }
}
