//! The journal as a file and as a PDF.

use serde::Serialize;

use super::{JournalAccount, MonthEntry, MonthJournal};
use crate::base::language::Language;
use crate::base::messages;
use crate::base::month::Month;
use crate::base::points::Hkd;
use crate::base::problem::AppResult;
use crate::core::print::{PrintBranding, TableColumn, TableRow, TableSheet, table_pdf};
use crate::platform::http::list_response::{Cell, CsvRow};

/// A row of the file: the opening balance, a line, or the closing balance.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct JournalFileRow {
    month: Month,
    number: Option<i64>,
    kind: &'static str,
    debit: Option<JournalAccount>,
    credit: Option<JournalAccount>,
    points: i64,
    amount_hkd: Hkd,
}

impl CsvRow for JournalFileRow {
    const HEADINGS: &'static str = "month,number,kind,text.en,text.zh,text.zhhk,debit,credit,points,amountHkd";

    fn cells(&self) -> Vec<Cell> {
        let mut cells = vec![self.month.to_string().into(), self.number.into(), self.kind.into()];
        cells.extend(Language::ALL.map(|language| Cell::from(words(language, self.kind))));
        cells.extend([
            self.debit.map(JournalAccount::name).into(),
            self.credit.map(JournalAccount::name).into(),
            self.points.into(),
            self.amount_hkd.into(),
        ]);
        cells
    }
}

fn words(language: Language, name: &str) -> String {
    messages::text(language, &format!("print.journal_{name}"), &[])
}

/// The rows of the file.
pub(super) fn rows(journal: &MonthJournal) -> Vec<JournalFileRow> {
    let month = journal.month;
    let balance = |kind: &'static str, of: &super::Balance| JournalFileRow {
        month,
        number: None,
        kind,
        debit: None,
        credit: Some(JournalAccount::DeferredRevenue),
        points: of.points,
        amount_hkd: of.hkd,
    };
    let line = |line: &MonthEntry| JournalFileRow {
        month,
        number: Some(line.number),
        kind: line.kind.name(),
        debit: Some(line.debit),
        credit: Some(line.credit),
        points: line.points,
        amount_hkd: line.amount_hkd,
    };
    let mut rows = vec![balance("opening", &journal.opening)];
    rows.extend(journal.lines.iter().map(line));
    rows.push(balance("closing", &journal.closing));
    rows
}

/// The journal as a PDF in a language.
pub(super) fn journal_pdf(journal: &MonthJournal, head: PrintBranding, language: Language) -> AppResult<Vec<u8>> {
    let say = |key: &str, values: &[(&str, &str)]| messages::text(language, &format!("print.journal_{key}"), values);
    let account = |account: Option<JournalAccount>| account.map(|one| words(language, one.name())).unwrap_or_default();
    let row = |row: JournalFileRow| TableRow {
        strong: row.number.is_none(),
        cells: vec![
            words(language, row.kind),
            account(row.debit),
            if row.number.is_none() { String::new() } else { account(row.credit) },
            if row.points == 0 { String::new() } else { messages::grouped(row.points) },
            messages::grouped_hkd(row.amount_hkd),
        ],
    };
    let month = journal.month.words(language);
    let breakage = &journal.breakage;
    let (percent, expected) = (breakage.percent.to_string(), messages::grouped_hkd(breakage.closing_hkd));
    let (net, owed) = (messages::grouped_hkd(journal.net_hkd), messages::grouped_hkd(journal.ledger_hkd));
    let column = |key: &str, width, number| TableColumn { heading: say(key, &[]), width, number };
    let heading = say("title", &[("month", &month)]);
    table_pdf(&TableSheet {
        head,
        language,
        title: heading.clone(),
        heading,
        lines: vec![say("line", &[]), format!("{} \u{2013} {}", journal.month.first(), journal.until)],
        columns: vec![
            column("text", 46, false),
            column("debit", 41, false),
            column("credit", 41, false),
            column("points", 20, true),
            column("amount", 22, true),
        ],
        rows: rows(journal).into_iter().map(row).collect(),
        notes: vec![
            say("assumption", &[("percent", &percent), ("expected", &expected), ("net", &net)]),
            say("ties", &[("owed", &owed), ("day", &journal.until.to_string())]),
        ],
        attachment: None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::MonthEntryKind;
    use super::{JournalAccount, words};
    use crate::base::language::Language;

    #[test]
    fn each_kind_and_account_has_words_in_each_language() {
        for language in Language::ALL {
            let kinds = MonthEntryKind::ALL.iter().map(|kind| kind.name());
            let accounts = JournalAccount::ALL.iter().map(|account| account.name());
            for name in kinds.chain(accounts).chain(["opening", "closing"]) {
                let told = words(language, name);
                assert!(!told.is_empty() && !told.contains("journal_"), "{language:?} {name}: {told}");
            }
        }
    }
}
