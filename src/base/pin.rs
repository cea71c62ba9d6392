//! PINs of cashiers, and of members who have only a card: their format, and the check for PINs that are easy to guess.

use super::day::Day;
use super::problem::{AppError, AppResult, ProblemType};

/// Too many wrong PINs in a row; the client must wait.
pub const PIN_PAUSED: ProblemType = ProblemType::new("pin_paused", 429, "Too many wrong PINs");

/// The code of a PIN that is too easy to guess.
const WEAK: &str = "weak_pin";
/// Lines and zigzags on a keypad, and even and odd digits in order.
const DRAWN: &[&str] = &[
    "0852",
    "2580",
    "147258",
    "147369",
    "258369",
    "369258",
    "159357",
    "357159",
    "159753",
    "246810",
    "135790",
    "13579",
    "24680",
    "147258369",
    "12369874",
];

/// A PIN. Its digits are never shown or logged.
#[derive(Clone, PartialEq, Eq)]
pub struct Pin(String);

impl Pin {
    /// Reads a PIN that somebody enters: four to eight digits. Fails with `invalid_pin` for anything else.
    pub fn parse(typed: &str) -> AppResult<Self> {
        Self::of_length(typed, "pin", 8, "invalid_pin")
    }

    /// Reads a cashier's new PIN. Fails with `invalid_pin` and `weak_pin`.
    pub fn chosen(typed: &str) -> AppResult<Self> {
        Self::parse(typed)?.strong("pin")
    }

    /// Reads a PIN that a card holder enters: four to six digits. Fails with `invalid_card_pin`.
    pub fn of_card(typed: &str, field: &'static str) -> AppResult<Self> {
        Self::of_length(typed, field, 6, "invalid_card_pin")
    }

    /// Reads a card holder's new PIN. Fails with `invalid_card_pin` and `weak_pin`.
    pub fn chosen_for_card(typed: &str) -> AppResult<Self> {
        Self::of_card(typed, "pin")?.strong("pin")
    }

    fn of_length(typed: &str, field: &'static str, longest: usize, code: &'static str) -> AppResult<Self> {
        let sound = (4..=longest).contains(&typed.len()) && typed.bytes().all(|byte| byte.is_ascii_digit());
        if sound { Ok(Self(typed.to_owned())) } else { Err(AppError::invalid_field(field, code)) }
    }

    fn strong(self, field: &'static str) -> AppResult<Self> {
        if is_weak(&self.0) { Err(AppError::invalid_field(field, WEAK)) } else { Ok(self) }
    }

    /// The digits, for hashing.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Pin {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Pin(…)")
    }
}

/// Whether an attacker would try a PIN early: repetitions, runs, years, dates, lines on the keypad.
fn is_weak(digits: &str) -> bool {
    let plain = digits.as_bytes();
    let halves: Vec<u8> = plain.chunks(2).map(|pair| pair[0]).collect();
    let doubled = plain.len().is_multiple_of(2) && plain.chunks(2).all(|pair| pair[0] == pair[1]);
    repeats(plain) || is_run(plain) || (doubled && is_run(&halves)) || is_date(digits) || DRAWN.contains(&digits)
}

/// `7777`, `1212`, `123123`: a block written at least twice.
fn repeats(digits: &[u8]) -> bool {
    let block =
        |length: usize| digits.len().is_multiple_of(length) && digits.chunks(length).all(|c| c == &digits[..length]);
    (1..=digits.len() / 2).any(block)
}

/// `1234`, `9876`, `7890`, `2468`: the same step of one or two from each digit to the next, also past 9.
fn is_run(digits: &[u8]) -> bool {
    let step = |pair: &[u8]| (10 + pair[1] - pair[0]) % 10;
    let first = step(&digits[..2]);
    matches!(first, 1 | 2 | 8 | 9) && digits.windows(2).all(|pair| step(pair) == first)
}

/// A year of four digits, or a date of six or eight, in either order.
fn is_date(digits: &str) -> bool {
    let number = |from: usize, to: usize| digits.get(from..to).and_then(|part| part.parse::<i32>().ok()).unwrap_or(0);
    let is_day = |year: i32, month: i32, day: i32| Day::parse(&format!("{year:04}-{month:02}-{day:02}")).is_some();
    let is_year = |year: i32| (1900..=2099).contains(&year);
    match digits.len() {
        4 => is_year(number(0, 4)),
        6 => {
            let (first, middle, last) = (number(0, 2), number(2, 4), number(4, 6));
            is_day(2000 + last, middle, first) || is_day(2000 + first, middle, last)
        }
        8 => {
            let (year_first, year_last) = (number(0, 4), number(4, 8));
            (is_year(year_first) && is_day(year_first, number(4, 6), number(6, 8)))
                || (is_year(year_last) && is_day(year_last, number(2, 4), number(0, 2)))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::Pin;

    #[test]
    fn a_pin_that_is_easy_to_guess_cannot_be_chosen() {
        let weak = [
            "0000", "7777", "1234", "4321", "123456", "7890", "0987", "2468", "8642", "1212", "123123", "1122",
            "112233", "1999", "2026", "311299", "991231", "31121999", "20260101", "2580", "246810",
        ];
        for typed in weak {
            assert_eq!(Pin::chosen(typed).expect_err(typed).code(), "weak_pin");
            assert!(Pin::parse(typed).is_ok(), "{typed} may have been chosen before");
        }
        for typed in ["4071", "407193", "73916", "90357124", "6150", "1225"] {
            assert!(Pin::chosen(typed).is_ok(), "{typed}");
        }
        for typed in ["", "123", "123456789", "12a4", "１２３４"] {
            assert_eq!(Pin::chosen(typed).expect_err(typed).code(), "invalid_pin");
        }
        assert_eq!(Pin::chosen_for_card("4071935").expect_err("seven digits").code(), "invalid_card_pin");
    }
}
