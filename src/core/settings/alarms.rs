//! The thresholds of abuse alarms, as the settings store them. `member/alarms` raises the alarms.

use serde::{Deserialize, Serialize};

use crate::base::content::FormErrors;

/// The longest period of one run of the detection, in days: each run reads all purchases of that period.
const LONGEST_DAYS: i64 = 7;
/// The highest number that a threshold may name.
const HIGHEST: i64 = 1_000;
/// The fewest bills for which a share is meaningful.
const FEWEST_BILLS: i64 = 5;

/// Alarms about possible abuse. The detection does not run while they are off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AlarmSettings {
    /// Whether there are alarms at all.
    pub on: bool,
    /// A cashier who gives the same member points too often: `from` awards.
    pub pair: AlarmThreshold,
    /// A cashier with too many bills of whole hundreds of HK$: `from` per cent.
    pub round_amounts: AlarmThreshold,
    /// A cashier with too many awards without a receipt number: `from` times the usual share.
    pub no_receipt: AlarmThreshold,
    /// A member who receives transfers from too many members: `from` senders.
    pub fan_in: AlarmThreshold,
    /// A cashier of whose awards too many were taken back: `from` per cent.
    pub undone: AlarmThreshold,
    /// A device on which too many accounts are used for the first time: `from` accounts.
    pub device: AlarmThreshold,
}

/// The threshold of one kind of alarm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AlarmThreshold {
    /// Whether this kind is watched.
    pub on: bool,
    /// The number from which on an alarm is raised: a count, per cent, or times the usual.
    pub from: i64,
    /// The fewest bills of which a share is computed; 0 for kinds that count.
    #[serde(default)]
    pub bills: i64,
    /// The days that the detection goes back, 1 to 7.
    pub days: i64,
}

const fn watched(from: i64, bills: i64, days: i64) -> AlarmThreshold {
    AlarmThreshold { on: true, from, bills, days }
}

impl Default for AlarmSettings {
    fn default() -> Self {
        Self {
            on: false,
            pair: watched(8, 0, 3),
            round_amounts: watched(50, 20, 7),
            no_receipt: watched(3, 20, 7),
            fan_in: watched(5, 0, 1),
            undone: watched(10, 20, 7),
            device: watched(3, 0, 1),
        }
    }
}

impl AlarmSettings {
    /// Whether accounts are watched by device.
    pub const fn watch_devices(&self) -> bool {
        self.on && self.device.on
    }

    pub(super) fn check(&self, form: &mut FormErrors) {
        for (kind, threshold, highest, of_bills) in [
            ("pair", &self.pair, HIGHEST, false),
            ("roundAmounts", &self.round_amounts, 100, true),
            ("noReceipt", &self.no_receipt, 100, true),
            ("fanIn", &self.fan_in, HIGHEST, false),
            ("undone", &self.undone, 100, true),
            ("device", &self.device, HIGHEST, false),
        ] {
            let bills = if of_bills { FEWEST_BILLS..=HIGHEST } else { 0..=0 };
            for (amount, number, bounds) in [
                ("from", threshold.from, 2..=highest),
                ("bills", threshold.bills, bills),
                ("days", threshold.days, 1..=LONGEST_DAYS),
            ] {
                form.expect(format!("alarms.{kind}.{amount}"), "invalid_value", bounds.contains(&number));
            }
        }
    }
}
