//! The dashboard as a PDF.

use super::Overview;
use crate::base::day::Day;
use crate::base::language::{Language, LocalizedText};
use crate::base::messages;
use crate::base::month::Month;
use crate::base::points::Hkd;
use crate::base::problem::AppResult;
use crate::core::print::{OverviewChart, OverviewSheet, OverviewTable, OverviewTile, PrintBranding, overview_pdf};
use crate::staff::reports::{FlowDay, ItemFigures, Pair, PartnerFigures};

/// Most rows of a table.
const ROWS: usize = 6;
/// The most days that the chart shows one by one, and the most that it shows by week.
const BY_DAY: usize = 31;
const BY_WEEK: usize = 26 * 7;

/// The language of the page, for its words.
#[derive(Clone, Copy)]
struct PageWords(Language);

impl PageWords {
    fn say(self, key: &str, values: &[(&str, &str)]) -> String {
        messages::text(self.0, &format!("print.dashboard_{key}"), values)
    }

    fn plain(self, key: &str) -> String {
        self.say(key, &[])
    }

    fn day(self, day: Day) -> String {
        messages::text(self.0, "print.in_words", &[("day", &day.to_string())])
    }

    fn name(self, text: &LocalizedText) -> String {
        text.get(self.0).to_owned()
    }

    /// The headings of columns; an empty key leaves one without words.
    fn headings(self, keys: &[&str]) -> Vec<String> {
        let heading = |key: &&str| if key.is_empty() { String::new() } else { self.plain(key) };
        keys.iter().map(heading).collect()
    }

    /// The change in whole per cent, and the figure before.
    fn change(self, of: Pair) -> String {
        match percent(of) {
            Some(percent) => self.say("change", &[("percent", &percent), ("before", &messages::grouped(of.before))]),
            None => self.plain("nothing_before"),
        }
    }
}

/// The change in whole per cent with its sign; `None` where there was nothing before.
fn percent(Pair { now, before }: Pair) -> Option<String> {
    let change = i128::from(now - before) * 200 / i128::from(Some(before).filter(|before| *before > 0)?);
    // Rounds half away from zero.
    let percent = i64::try_from((change + change.signum()) / 2).ok()?;
    Some(signed(&messages::grouped(percent), percent > 0))
}

fn signed(figure: &str, is_more: bool) -> String {
    if is_more { format!("+{figure}") } else { figure.to_owned() }
}

/// An amount with the currency between its sign and its digits.
fn hkd(amount: Hkd) -> String {
    let figure = messages::grouped_hkd(amount);
    match figure.strip_prefix('\u{2212}') {
        Some(digits) => format!("\u{2212}HK${digits}"),
        None => format!("HK${figure}"),
    }
}

/// The dashboard in a language, printed on `today`.
pub(super) fn dashboard_pdf(
    found: &Overview,
    head: PrintBranding,
    language: Language,
    today: Day,
) -> AppResult<Vec<u8>> {
    let (words, figures) = (PageWords(language), &found.figures);
    let span = |from: Day, to: Day| [("from", words.day(from)), ("to", words.day(to))];
    let say_span = |key: &str, days: [(&str, String); 2]| {
        messages::text(language, key, &days.each_ref().map(|(name, day)| (*name, day.as_str())))
    };
    overview_pdf(&OverviewSheet {
        head,
        language,
        heading: words.plain("title"),
        lines: vec![
            say_span("print.period", span(figures.from, figures.to)),
            say_span("print.dashboard_compared", span(figures.before_from, figures.from.plus(-1))),
        ],
        tiles: tiles(found, words),
        chart: chart(&figures.days, words),
        tables: vec![partners(found, words), items(found, words), expiring(found, words), waiting(found, words)],
        note: words.say("note", &[("day", &today.to_string())]),
    })
}

fn tiles(found: &Overview, words: PageWords) -> Vec<OverviewTile> {
    let figures = &found.figures;
    let owed_points = words.say("points", &[("points", &messages::grouped(figures.owed.now))]);
    let liability = match figures.owed_hkd {
        Some((now, before)) => {
            let change = Hkd::from_units(now.units() - before.units());
            let change = signed(&hkd(change), now > before);
            (hkd(now), vec![owed_points, words.say("in_range", &[("change", &change)])])
        }
        None => (messages::grouped(figures.owed.now), vec![words.plain("no_value")]),
    };
    let tile = |key: &str, figure: String, lines| OverviewTile { label: words.plain(key), figure, lines };
    let flow = |key: &str, of: Pair| tile(key, messages::grouped(of.now), vec![words.change(of)]);
    let members = words.say("of_members", &[("members", &messages::grouped(figures.members))]);
    let active = figures.active;
    vec![
        tile("liability", liability.0, liability.1),
        flow("issued", figures.issued),
        flow("redeemed", figures.redeemed),
        tile("active", messages::grouped(active.now), vec![members, words.change(active)]),
    ]
}

/// The points by day, week or month, so that the bars stay wide enough to read.
fn chart(days: &[FlowDay], words: PageWords) -> OverviewChart {
    let (heading, part_of): (&str, fn(usize, Day) -> i64) = match days.len() {
        count if count <= BY_DAY => ("by_day", |place, _| place as i64),
        count if count <= BY_WEEK => ("by_week", |place, _| place as i64 / 7),
        _ => ("by_month", |_, day| day.month_number()),
    };
    let mut bars: Vec<(i64, Day, [i64; 2])> = Vec::new();
    for (place, day) in days.iter().enumerate() {
        let part = part_of(place, day.day);
        match bars.last_mut().filter(|(known, ..)| *known == part) {
            Some((_, _, sums)) => *sums = [sums[0] + day.issued, sums[1] + day.redeemed],
            None => bars.push((part, day.day, [day.issued, day.redeemed])),
        }
    }
    let pattern = match (heading, words.0) {
        ("by_month", _) => "%Y-%m",
        (_, Language::En) => "%-d %b",
        (_, Language::Zh | Language::Zhhk) => "%-m/%-d",
    };
    let name = |day: Day| day.start().in_hong_kong(pattern);
    OverviewChart {
        heading: words.plain(heading),
        legend: [words.plain("issued"), words.plain("redeemed")],
        bars: bars.into_iter().map(|(_, day, sums)| (name(day), sums)).collect(),
    }
}

fn table(words: PageWords, heading: &str, columns: &[&str], rows: impl Iterator<Item = Vec<String>>) -> OverviewTable {
    OverviewTable {
        heading: words.plain(heading),
        columns: words.headings(columns),
        rows: rows.take(ROWS).collect(),
        empty: words.plain("none"),
    }
}

fn partners(found: &Overview, words: PageWords) -> OverviewTable {
    let row = |partner: &PartnerFigures| {
        let change = percent(partner.issued).map_or_else(|| "\u{2013}".to_owned(), |change| format!("{change} %"));
        vec![words.name(&partner.name), messages::grouped(partner.issued.now), change]
    };
    let rows = found.figures.partners.iter().map(row);
    table(words, "partners", &["partner", "issued_short", "changed"], rows)
}

fn items(found: &Overview, words: PageWords) -> OverviewTable {
    let row = |item: &ItemFigures| {
        let cost = item.cost.map_or_else(|| "\u{2013}".to_owned(), messages::grouped_hkd);
        vec![words.name(&item.name), messages::grouped(item.bought), cost]
    };
    table(words, "items", &["item", "bought", "cost"], found.figures.items.iter().map(row))
}

/// The points that expire soon and in the next months.
fn expiring(found: &Overview, words: PageWords) -> OverviewTable {
    let soon = found.expiry.soon;
    let first = vec![words.plain("soon"), messages::grouped(soon.points), messages::grouped_hkd(soon.hkd)];
    let months = found.expiry.months.iter().filter(|month| month.worth.points > 0).map(|month| {
        let name = Month::of_day(month.month).words(words.0);
        vec![name, messages::grouped(month.worth.points), messages::grouped_hkd(month.worth.hkd)]
    });
    let mut rows: Vec<Vec<String>> = std::iter::once(first).chain(months).collect();
    // Without a month there is nothing that expires soon either.
    if rows.len() == 1 {
        rows.clear();
    }
    table(words, "expiring", &["until", "points_short", "hkd"], rows.into_iter())
}

/// Alarms and the other work that waits for a person, how much of each and its remark.
fn waiting(found: &Overview, words: PageWords) -> OverviewTable {
    let late = match found.claims.late {
        0 => String::new(),
        late => words.say("late", &[("count", &messages::grouped(late as i64))]),
    };
    let held = words.say("points", &[("points", &messages::grouped(found.held.points))]);
    let rows = [
        ("alarms", found.open.alarms, String::new()),
        ("held", found.held.alarms, held),
        ("claims", found.claims.count as i64, late),
        ("exchanges", found.figures.processing, String::new()),
        ("proposals", found.proposals.count, String::new()),
    ];
    let rows = rows.into_iter().map(|(key, count, remark)| vec![words.plain(key), remark, messages::grouped(count)]);
    table(words, "waiting", &["work", "", "count"], rows)
}

#[cfg(test)]
mod tests {
    use super::{Pair, chart, percent};
    use crate::base::day::Day;
    use crate::base::language::Language;
    use crate::staff::reports::FlowDay;

    #[test]
    fn a_change_is_in_whole_per_cent_with_its_sign() {
        let of = |now, before| percent(Pair { now, before });
        assert_eq!(of(112, 100).as_deref(), Some("+12"));
        assert_eq!(of(995, 1_000).as_deref(), Some("\u{2212}1"), "half a per cent is rounded away from zero");
        assert_eq!(of(100, 100).as_deref(), Some("0"));
        assert_eq!(of(5, 0), None);
    }

    #[test]
    fn a_long_range_is_drawn_by_week_and_a_longer_one_by_month() {
        let first = Day::parse("2026-01-01").expect("a day");
        let days = |count: i64| -> Vec<FlowDay> {
            (0..count).map(|place| FlowDay { day: first.plus(place), issued: 2, redeemed: 1 }).collect()
        };
        let drawn = |count| chart(&days(count), super::PageWords(Language::En)).bars;
        assert_eq!((drawn(28).len(), drawn(28)[0].clone()), (28, ("1 Jan".to_owned(), [2, 1])));
        assert_eq!((drawn(84).len(), drawn(84)[1].clone()), (12, ("8 Jan".to_owned(), [14, 7])));
        assert_eq!((drawn(365).len(), drawn(365)[1].clone()), (12, ("2026-02".to_owned(), [56, 28])));
    }
}
