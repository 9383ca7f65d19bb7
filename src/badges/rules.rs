//! Which badges a count earns. Pure functions of plain values.

/// The families with their labels. Upvote and project badges are awarded by rule, the others by an admin.
pub const FAMILIES: [(&str, &str); 4] = [
    ("upvote", "Upvote Badges"),
    ("project", "Project Badges"),
    ("event", "Event Badges"),
    ("achievement", "Achievement Badges"),
];

/// The levels, lowest first, each with its other name: level 1 is troposphere, or Basic.
pub const LEVELS: [&str; 5] = ["troposphere", "stratosphere", "mesosphere", "thermosphere", "exosphere"];
pub const RANKS: [&str; 5] = ["Basic", "Intermediate", "Advanced", "Expert", "Master"];

/// Upvotes at which a project earns its submitter an upvote badge.
pub const UPVOTES: [i64; 5] = [10, 100, 250, 500, 1000];

/// Approved projects at which a member earns a project badge.
pub const PROJECTS: [i64; 5] = [1, 3, 5, 10, 25];

/// The highest level for a project's upvotes, with its threshold.
pub fn tier(upvotes: i64) -> Option<(i64, &'static str)> {
    earned(&UPVOTES, upvotes).last().map(|badge| (badge.threshold, badge.level))
}

/// A badge that a count has earned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Earned {
    pub level: &'static str,
    pub threshold: i64,
}

/// All levels of a ladder of thresholds that `count` has reached.
pub fn earned(ladder: &[i64; 5], count: i64) -> Vec<Earned> {
    ladder
        .iter()
        .zip(LEVELS)
        .filter(|(threshold, _)| count >= **threshold)
        .map(|(threshold, level)| Earned {
            level,
            threshold: *threshold,
        })
        .collect()
}

/// The name of a badge for upvotes.
pub fn upvote_name(threshold: i64) -> String {
    format!("{threshold} Upvotes")
}

/// The name of a badge for approved projects.
pub fn project_name(threshold: i64) -> String {
    if threshold == 1 {
        "First Project".into()
    } else {
        format!("{threshold} Projects")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiers_begin_at_their_threshold() {
        assert_eq!(tier(9), None);
        assert_eq!(tier(10), Some((10, "troposphere")));
        assert_eq!(tier(249), Some((100, "stratosphere")));
        assert_eq!(tier(5000), Some((1000, "exosphere")));
    }

    #[test]
    fn levels_are_earned_at_their_threshold() {
        assert!(earned(&UPVOTES, 9).is_empty());
        assert_eq!(
            earned(&UPVOTES, 10),
            [Earned {
                level: "troposphere",
                threshold: 10
            }]
        );
        assert_eq!(earned(&UPVOTES, 1000).len(), 5);
        assert_eq!(
            earned(&PROJECTS, 4).last(),
            Some(&Earned {
                level: "stratosphere",
                threshold: 3
            })
        );
    }
}
