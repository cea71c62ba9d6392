//! Plots as SVG: horizontal bars, and lines over the number of connections. Colours suit light and dark pages.

use std::fmt::Write;

const WIDTH: f64 = 720.0;
const COLOURS: [&str; 5] = ["#2f7d4f", "#b3541e", "#c98a2b", "#4a6fa5", "#7d7d7d"];
const TEXT: &str = "#767676";

fn frame(height: f64, title: &str, body: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" \
         font-size=\"13\" fill=\"{TEXT}\" role=\"img\"><title>{title}</title>\n\
         <text x=\"8\" y=\"20\" font-size=\"15\">{title}</text>\n{body}</svg>\n"
    )
}

/// A number as a person reads it.
fn shown(value: f64) -> String {
    let digits = if value < 10.0 { 1 } else { 0 };
    format!("{value:.digits$}")
}

/// One bar for each name, with the lowest and the highest value as a line.
pub fn bars(title: &str, unit: &str, values: &[(String, [f64; 3])]) -> String {
    let most = values.iter().map(|(_, [.., high])| *high).fold(1.0, f64::max);
    let (left, scale) = (230.0, (WIDTH - 330.0) / most);
    let mut body = String::new();
    for (place, (name, [low, middle, high])) in values.iter().enumerate() {
        let y = 40.0 + 26.0 * place as f64;
        let (from, to) = (left + low * scale, left + high * scale);
        let colour = COLOURS[usize::from(name.starts_with("PocketBase"))];
        let (width, line, text) = (middle * scale, y + 9.0, y + 14.0);
        let _ = writeln!(
            body,
            "<text x=\"{}\" y=\"{text}\" text-anchor=\"end\">{name}</text>\
             <rect x=\"{left}\" y=\"{y}\" width=\"{width:.1}\" height=\"18\" fill=\"{colour}\"/>\
             <path d=\"M{from:.1} {line}H{to:.1}\" stroke=\"{TEXT}\" stroke-width=\"2\"/>\
             <text x=\"{:.1}\" y=\"{text}\">{} {unit}</text>",
            left - 8.0,
            to.max(left + width) + 8.0,
            shown(*middle)
        );
    }
    frame(56.0 + 26.0 * values.len() as f64, title, &body)
}

/// One line for each name: pairs of a number of connections and a value, both on logarithmic scales.
pub fn lines(title: &str, values: &[(String, Vec<(usize, f64)>)]) -> String {
    let all = || values.iter().flat_map(|(_, points)| points.iter());
    let low = all().map(|(_, value)| *value).fold(f64::MAX, f64::min).max(1.0).log10().floor();
    let high = all().map(|(_, value)| *value).fold(10.0, f64::max).log10().ceil().max(low + 1.0);
    let widest = all().map(|(connections, _)| *connections).max().unwrap_or(2).max(2) as f64;
    let (left, right, top, bottom) = (64.0, WIDTH - 190.0, 40.0, 300.0);
    let across = |connections: usize| left + (connections as f64).ln() / widest.ln() * (right - left);
    let up = |value: f64| bottom - (value.max(1.0).log10() - low) / (high - low) * (bottom - top);
    let mut body = String::new();
    for power in low as i32..=high as i32 {
        let y = up(10f64.powi(power));
        let _ = writeln!(
            body,
            "<path d=\"M{left} {y:.1}H{right}\" stroke=\"{TEXT}\" stroke-opacity=\"0.3\"/>\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            left - 8.0,
            y + 4.0,
            10f64.powi(power)
        );
    }
    for (place, (name, points)) in values.iter().enumerate() {
        let colour = COLOURS[place % COLOURS.len()];
        let joined: Vec<String> =
            points.iter().map(|(at, value)| format!("{:.1},{:.1}", across(*at), up(*value))).collect();
        let _ = writeln!(
            body,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2.5\"/>",
            joined.join(" ")
        );
        if let Some((at, value)) = points.last() {
            let _ = writeln!(
                body,
                "<text x=\"{:.1}\" y=\"{:.1}\" fill=\"{colour}\">{name} {}</text>",
                across(*at) + 8.0,
                up(*value) + 4.0,
                shown(*value)
            );
        }
    }
    for (connections, _) in values.first().map(|(_, points)| points.as_slice()).unwrap_or_default() {
        let _ = writeln!(
            body,
            "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{connections}</text>",
            across(*connections),
            bottom + 20.0
        );
    }
    frame(336.0, title, &body)
}
