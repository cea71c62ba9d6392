//! The Prometheus text format (exposition format 0.0.4).

use std::fmt::Write;

use crate::base::histogram::HistogramSnapshot;

const MICROS: u64 = 1_000_000;

/// The text under construction: metric families in the order of insertion, each with its help and type.
#[derive(Default)]
pub(super) struct Exposition(String);

/// The unit of a histogram's integer values.
#[derive(Clone, Copy)]
pub(super) enum MetricUnit {
    /// A plain number.
    One,
    /// Microseconds, shown in seconds.
    Microseconds,
}

impl MetricUnit {
    fn show(self, value: u64) -> String {
        match self {
            MetricUnit::One => value.to_string(),
            MetricUnit::Microseconds if value.is_multiple_of(MICROS) => (value / MICROS).to_string(),
            MetricUnit::Microseconds => {
                let text = format!("{}.{:06}", value / MICROS, value % MICROS);
                text.trim_end_matches('0').to_owned()
            }
        }
    }
}

impl Exposition {
    pub(super) fn family(&mut self, name: &str, kind: &str, help: &str) {
        let _ = writeln!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}");
    }

    pub(super) fn sample(&mut self, name: &str, labels: &[(&str, &str)], value: impl std::fmt::Display) {
        let _ = writeln!(self.0, "{name}{} {value}", shown(labels));
    }

    /// A gauge with one sample.
    pub(super) fn gauge(&mut self, name: &str, help: &str, value: impl std::fmt::Display) {
        self.family(name, "gauge", help);
        self.sample(name, &[], value);
    }

    /// A counter with one sample.
    pub(super) fn counter(&mut self, name: &str, help: &str, value: impl std::fmt::Display) {
        self.family(name, "counter", help);
        self.sample(name, &[], value);
    }

    pub(super) fn histogram(
        &mut self,
        name: &str,
        labels: &[(&str, &str)],
        unit: MetricUnit,
        seen: &HistogramSnapshot,
    ) {
        for (bound, count) in &seen.below {
            let bound = unit.show(*bound);
            self.sample(&format!("{name}_bucket"), &[labels, &[("le", bound.as_str())]].concat(), count);
        }
        self.sample(&format!("{name}_bucket"), &[labels, &[("le", "+Inf")]].concat(), seen.count);
        self.sample(&format!("{name}_sum"), labels, unit.show(seen.sum));
        self.sample(&format!("{name}_count"), labels, seen.count);
    }

    pub(super) fn into_text(self) -> String {
        self.0
    }
}

fn shown(labels: &[(&str, &str)]) -> String {
    if labels.is_empty() {
        return String::new();
    }
    let escaped = |value: &str| value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    let pairs: Vec<_> = labels.iter().map(|(name, value)| format!("{name}=\"{}\"", escaped(value))).collect();
    format!("{{{}}}", pairs.join(","))
}
