//! The programme's own name, logo and colours in the web app: the embedded files are adapted when they are served.

use serde_json::Value;

use crate::base::colour::Colour;
use crate::base::messages::BUILT_IN_NAME;
use crate::core::settings::{Colours, ProgrammeSettings};

/// The path of the style sheet with the programme's own colours.
pub(super) const ADDRESS: &str = "/theme.css";
/// The title in the built page; the app reads its name from there.
const BUILT_IN_TITLE: &str = "<title>Kapok</title>";

/// Prefix of the manifests of the counter app, which has its own name in addition to the programme's.
const COUNTERS_MANIFEST: &str = "manifest.counter.";

/// Whether the name, the logo or the colours differ from the embedded ones.
pub(super) fn is_own(settings: &ProgrammeSettings) -> bool {
    let built_in = ProgrammeSettings::default();
    settings.programme_name != built_in.programme_name
        || settings.logo != built_in.logo
        || settings.colours != built_in.colours
}

/// The adapted page or manifest; `None` for files that are the same for all programmes.
pub(super) fn dressed(path: &str, text: &str, settings: &ProgrammeSettings) -> Option<String> {
    if path == "index.html" {
        let title = format!("<title>{}</title>", escaped(&settings.programme_name));
        let mut page = text.replacen(BUILT_IN_TITLE, &title, 1);
        if let Some(path) = &settings.logo {
            page = page.replacen("</head>", &format!("<meta name=\"logo\" content=\"{path}\"></head>"), 1);
        }
        let link = format!("<link rel=\"stylesheet\" href=\"{ADDRESS}\"></head>");
        let own_colours = settings.colours != Colours::default();
        return Some(if own_colours { page.replacen("</head>", &link, 1) } else { page });
    }
    if !path.ends_with(".webmanifest") {
        return None;
    }
    let mut manifest: Value = serde_json::from_str(text).ok()?;
    let name = &settings.programme_name;
    if path.starts_with(COUNTERS_MANIFEST) {
        // The text after the programme's name distinguishes the counter app from the members' app on one device.
        let full = manifest["name"].as_str()?.replacen(BUILT_IN_NAME, name, 1);
        manifest["name"] = Value::String(full);
    } else {
        for field in ["name", "short_name"] {
            manifest[field] = Value::String(name.clone());
        }
    }
    Some(manifest.to_string())
}

pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The tokens of ui/src/kit/styles/tokens.css that depend on the programme's colours, in light and dark mode. The shares
/// of black and white keep the contrast of white text.
pub(super) fn sheet(Colours { points, actions }: Colours) -> String {
    let Colours { points: built_in_points, actions: built_in_actions } = Colours::default();
    let (mut light, mut dark) = (String::new(), String::new());
    if points != built_in_points {
        light.push_str(&format!("--k-kapok:{points};--k-kapok-deep:{};", mixed(points, 32, "000")));
        light.push_str(&format!("--k-kapok-print:{};", mixed(points, 10, "000")));
        light.push_str(&format!(
            "--k-kapok-text:{};--k-kapok-tint:{};",
            mixed(points, 24, "000"),
            mixed(points, 84, "fff")
        ));
        dark.push_str(&format!(
            "--k-kapok-text:{};--k-kapok-tint:{};",
            mixed(points, 55, "fff"),
            mixed(points, 70, "000")
        ));
    }
    if actions != built_in_actions {
        light.push_str(&format!("--k-leaf:{actions};--k-leaf-deep:{};", mixed(actions, 45, "000")));
        light.push_str(&format!(
            "--k-leaf-text:{};--k-leaf-tint:{};",
            mixed(actions, 24, "000"),
            mixed(actions, 86, "fff")
        ));
        dark.push_str(&format!("--k-leaf:{};--k-leaf-deep:{};", mixed(actions, 75, "fff"), mixed(actions, 50, "fff")));
        dark.push_str(&format!(
            "--k-leaf-text:{};--k-leaf-tint:{};",
            mixed(actions, 68, "fff"),
            mixed(actions, 45, "000")
        ));
        dark.push_str(&format!("--k-on-leaf:{};", mixed(actions, 50, "000")));
    }
    format!(
        ":root{{{light}}}:root[data-theme=\"dark\"]{{{dark}}}\
         @media (prefers-color-scheme:dark){{:root:not([data-theme=\"light\"]):not([data-theme=\"dark\"]){{{dark}}}}}"
    )
}

/// Mixes a percentage of black or white into the colour.
fn mixed(colour: Colour, hundredths: u8, with: &str) -> String {
    format!("color-mix(in srgb,{colour},#{with} {hundredths}%)")
}

#[cfg(test)]
mod tests {
    use super::{dressed, is_own, sheet};
    use crate::base::colour::Colour;
    use crate::core::settings::{Colours, ProgrammeSettings};

    #[test]
    fn a_page_carries_the_name_and_asks_for_colours_only_where_there_are_some() {
        let page = "<head><title>Kapok</title></head>";
        let named = ProgrammeSettings { programme_name: "A & <b>".into(), ..ProgrammeSettings::default() };
        assert_eq!(
            dressed("index.html", page, &named).as_deref(),
            Some("<head><title>A &amp; &lt;b&gt;</title></head>")
        );
        let colours = Colours { points: Colour::new(0, 0x55, 0x99), ..Colours::default() };
        let coloured = ProgrammeSettings { colours, ..named };
        assert!(dressed("index.html", page, &coloured).is_some_and(|page| page.contains("href=\"/theme.css\"")));
        let path = "/media/1.webp".to_owned();
        let pictured = ProgrammeSettings { logo: Some(path), ..ProgrammeSettings::default() };
        assert!(is_own(&pictured));
        assert_eq!(
            dressed("index.html", page, &pictured).as_deref(),
            Some("<head><title>Kapok</title><meta name=\"logo\" content=\"/media/1.webp\"></head>")
        );
        assert!(dressed("assets/a.js", "x", &coloured).is_none());
        let manifest = dressed("manifest.en.webmanifest", "{\"name\":\"Kapok\",\"start_url\":\"/\"}", &coloured);
        assert_eq!(manifest.as_deref(), Some("{\"name\":\"A & <b>\",\"short_name\":\"A & <b>\",\"start_url\":\"/\"}"));
        let counter = "{\"name\":\"Kapok counter\",\"short_name\":\"Counter\"}";
        assert_eq!(
            dressed("manifest.counter.en.webmanifest", counter, &coloured).as_deref(),
            Some("{\"name\":\"A & <b> counter\",\"short_name\":\"Counter\"}")
        );
        let css = sheet(colours);
        assert!(css.contains("--k-kapok:#005599;") && !css.contains("--k-leaf"), "{css}");
    }
}
