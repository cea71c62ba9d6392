//! A bill as a PDF.

use super::{Bill, PartnerBillLine};
use crate::base::language::Language;
use crate::base::messages;
use crate::base::points::Hkd;
use crate::base::problem::AppResult;
use crate::core::print::{PrintBranding, TableColumn, TableRow, TableSheet, table_pdf};

/// The bill as a PDF in a language.
pub(in crate::staff) fn bill_pdf(bill: &Bill, head: PrintBranding, language: Language) -> AppResult<Vec<u8>> {
    let say = |key: &str, values: &[(&str, &str)]| messages::text(language, key, values);
    let month = bill.month.words(language);
    let number = bill.row.number.map(|number| number.to_string());
    let heading = match &number {
        Some(number) => say("print.bill_numbered", &[("number", number), ("month", &month)]),
        None => say("print.bill_open", &[("month", &month)]),
    };
    let mut rows: Vec<TableRow> = bill.lines.iter().map(|line| line_row(bill, line, language)).collect();
    let sum = bill.row.sums.to_pay_hkd;
    let owed = if sum < Hkd::ZERO { "print.bill_to_get" } else { "print.bill_to_pay" };
    let shown = Hkd::from_units(sum.units().abs());
    rows.push(TableRow {
        cells: vec![say(owed, &[]), String::new(), String::new(), messages::grouped_hkd(shown)],
        strong: true,
    });
    let note = match &bill.closed {
        Some(closed) => {
            let (number, day) = (closed.ledger_number.to_string(), closed.at.in_hong_kong("%Y-%m-%d, %H:%M"));
            say("print.bill_closed", &[("number", &number), ("day", &day)])
        }
        None => say("print.bill_so_far", &[]),
    };
    let column = |key, width, number| TableColumn { heading: say(key, &[]), width, number };
    let name = bill.row.name.get(language).to_owned();
    table_pdf(&TableSheet {
        head,
        language,
        title: format!("{heading} \u{b7} {name}"),
        heading,
        lines: vec![name, format!("{} \u{2013} {}", bill.month.first(), bill.month.last())],
        columns: vec![
            column("print.movement", 80, false),
            column("print.points", 28, true),
            column("print.bill_rate", 30, true),
            column("print.bill_amount", 32, true),
        ],
        rows,
        notes: vec![note],
        attachment: None,
    })
}

fn line_row(bill: &Bill, line: &PartnerBillLine, language: Language) -> TableRow {
    let of_month = line.of_month.words(language);
    TableRow {
        cells: vec![
            messages::text(language, line.words(bill.month), &[("month", &of_month)]),
            messages::grouped(line.points),
            line.rate.to_string(),
            messages::grouped_hkd(line.amount_hkd),
        ],
        strong: false,
    }
}
