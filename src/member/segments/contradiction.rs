//! Conditions that exclude each other, so that no member can meet all of them.

use super::condition::{Condition, ConditionLine, Conditions, JoinedBy, LevelIs};

impl Conditions {
    /// Returns whether the segment is always empty: all lines must hold, and two lines contradict each other.
    pub fn fit_nobody(&self) -> bool {
        let excluded = |(at, line): (usize, &ConditionLine)| self.lines[..at].iter().any(|other| line.excludes(other));
        self.joined_by == JoinedBy::All && self.lines.iter().enumerate().any(excluded)
    }
}

impl ConditionLine {
    /// Returns whether the two lines contradict each other: no member can meet both.
    fn excludes(&self, other: &ConditionLine) -> bool {
        if self.not != other.not {
            return self.condition == other.condition;
        }
        !self.not && self.condition.excludes(&other.condition)
    }
}

impl Condition {
    fn excludes(&self, other: &Condition) -> bool {
        match (self, other) {
            (Condition::Balance { min, max }, Condition::Balance { min: other_min, max: other_max }) => {
                are_apart((*min).max(*other_min), [*max, *other_max])
            }
            (Condition::Joined { from, until }, Condition::Joined { from: other_from, until: other_until }) => {
                are_apart((*from).max(*other_from), [*until, *other_until])
            }
            (Condition::Language { languages }, Condition::Language { languages: others }) => {
                !languages.iter().any(|language| others.contains(language))
            }
            // Levels by number are not compared: a level above the highest one counts as the highest.
            (Condition::Level { is, .. }, Condition::Level { is: other, .. }) => {
                (*is == LevelIs::None) != (*other == LevelIs::None)
            }
            _ => false,
        }
    }
}

/// Returns whether two ranges have no value in common: the later beginning lies after the earlier end.
fn are_apart<T: PartialOrd + Ord + Copy>(begin: Option<T>, ends: [Option<T>; 2]) -> bool {
    begin.zip(ends.into_iter().flatten().min()).is_some_and(|(begin, end)| begin > end)
}

#[cfg(test)]
mod tests {
    use super::Conditions;
    use serde_json::{Value, json};

    fn fit_nobody(joined_by: &str, lines: &[&Value]) -> bool {
        let conditions = json!({ "match": joined_by, "lines": lines });
        serde_json::from_value::<Conditions>(conditions).expect("conditions").fit_nobody()
    }

    #[test]
    fn lines_that_exclude_each_other_fit_nobody() {
        let rich = json!({ "kind": "balance", "min": 500 });
        let poor = json!({ "kind": "balance", "max": 100 });
        let early = json!({ "kind": "joined", "until": "2026-01-31" });
        let late = json!({ "kind": "joined", "from": "2026-02-01" });
        let english = json!({ "kind": "language", "languages": ["en"] });
        let chinese = json!({ "kind": "language", "languages": ["zh", "zhhk"] });
        let no_level = json!({ "kind": "level", "is": "none" });
        let level = json!({ "kind": "level", "is": "exactly", "level": 2 });
        let visited = json!({ "kind": "visited", "days": 30 });
        let absent = json!({ "not": true, "kind": "visited", "days": 30 });
        for (one, other) in
            [(&rich, &poor), (&early, &late), (&english, &chinese), (&no_level, &level), (&visited, &absent)]
        {
            for pair in [[one, other], [other, one]] {
                assert!(fit_nobody("all", &pair), "{pair:?}");
                assert!(!fit_nobody("any", &pair), "{pair:?}");
            }
            assert!(fit_nobody("all", &[one, &json!({ "kind": "referred" }), other]));
        }
    }

    #[test]
    fn lines_that_a_member_can_meet_together_do_not_exclude_each_other() {
        for pair in [
            [json!({ "kind": "balance", "min": 100 }), json!({ "kind": "balance", "max": 100 })],
            [json!({ "kind": "balance", "min": 500 }), json!({ "not": true, "kind": "balance", "max": 100 })],
            [json!({ "kind": "joined", "until": "2026-02-01" }), json!({ "kind": "joined", "from": "2026-02-01" })],
            [
                json!({ "kind": "language", "languages": ["en", "zh"] }),
                json!({ "kind": "language", "languages": ["zh", "zhhk"] }),
            ],
            [
                json!({ "kind": "level", "is": "exactly", "level": 2 }),
                json!({ "kind": "level", "is": "atLeast", "level": 3 }),
            ],
            [json!({ "kind": "visited", "days": 30 }), json!({ "not": true, "kind": "visited", "days": 60 })],
        ] {
            assert!(!fit_nobody("all", &[&pair[0], &pair[1]]), "{pair:?}");
        }
    }
}
