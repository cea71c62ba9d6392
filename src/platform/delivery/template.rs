//! The HTTP call of a gateway as a template in the settings, with placeholders for the values of each message.

use std::borrow::Cow;
use std::fmt::Write;

use url::form_urlencoded::byte_serialize;

use super::Leased;

/// The way in which a value is escaped in its context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Escape {
    Json,
    Form,
    Xml,
    Nothing,
}

impl Escape {
    /// The escape for a body with that content type.
    pub(super) fn of_kind(content_type: &str) -> Self {
        let kind = content_type.to_ascii_lowercase();
        if kind.starts_with("application/x-www-form-urlencoded") {
            Escape::Form
        } else if kind.contains("json") {
            Escape::Json
        } else if kind.contains("xml") {
            Escape::Xml
        } else {
            Escape::Nothing
        }
    }

    fn write(self, value: &str) -> String {
        match self {
            Escape::Json => {
                let quoted = serde_json::Value::from(value).to_string();
                quoted[1..quoted.len() - 1].to_owned()
            }
            Escape::Form => byte_serialize(value.as_bytes()).collect::<String>().replace('+', "%20"),
            Escape::Xml => value.chars().filter(|c| is_of_xml(*c)).map(in_xml).collect(),
            Escape::Nothing => value.to_owned(),
        }
    }
}

/// XML 1.0 cannot represent the other characters, even escaped.
fn is_of_xml(c: char) -> bool {
    !matches!(c, '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}')
}

fn in_xml(c: char) -> Cow<'static, str> {
    match c {
        '&' => "&amp;".into(),
        '<' => "&lt;".into(),
        '>' => "&gt;".into(),
        '"' => "&quot;".into(),
        '\'' => "&#39;".into(),
        // Unescaped, an attribute would turn them into spaces.
        '\n' | '\r' | '\t' => format!("&#{};", u32::from(c)).into(),
        c => c.to_string().into(),
    }
}

/// The value of a placeholder; `None` for an unknown name (`config::Sms` has the same list).
fn value<'m>(message: &'m Leased, place: &str) -> Option<Cow<'m, str>> {
    let to = message.to.as_str();
    Some(match place {
        "to" => to.into(),
        "digits" => to.trim_start_matches('+').into(),
        "local" => to.strip_prefix("+852").unwrap_or(to).into(),
        "text" => message.text.as_str().into(),
        "textHex" => in_hex(&message.text).into(),
        "id" => message.id.to_string().into(),
        _ => return None,
    })
}

/// Four hexadecimal digits per UTF-16 unit, the higher byte first: what gateways call UCS-2.
fn in_hex(text: &str) -> String {
    text.encode_utf16().fold(String::new(), |mut hex, unit| {
        let _ = write!(hex, "{unit:04X}");
        hex
    })
}

/// Fills the template in one pass, so that braces in a value stay.
pub(super) fn filled(template: &str, message: &Leased, escape: Escape) -> String {
    let mut out = String::new();
    let mut rest = template;
    while let Some(start) = rest.find('{') {
        let (before, from) = rest.split_at(start);
        out.push_str(before);
        let place = from.get(1..).and_then(|inner| inner.split_once('}')).map(|(place, _)| place);
        match place.and_then(|place| Some((place, value(message, place)?))) {
            Some((place, value)) => {
                out.push_str(&escape.write(&value));
                rest = &from[place.len() + 2..];
            }
            // The brace belongs to a JSON object.
            None => {
                out.push('{');
                rest = &from[1..];
            }
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::{Escape, filled};
    use crate::base::clock::Timestamp;
    use crate::base::contact::HkPhone;
    use crate::base::language::Language;
    use crate::platform::config::Sms;
    use crate::platform::delivery::{Leased, Message};

    fn message(text: &str) -> Leased {
        let to = HkPhone::parse("61234567").expect("a number");
        let message = Message::sms(&to, Language::En, "password_changed", &[]);
        Leased { text: text.to_owned(), ..Leased::unqueued(message, Timestamp::from_millis(1)) }
    }

    #[test]
    fn each_placeholder_is_replaced_by_its_value() {
        let sent = message("碼 1😀");
        let fill = |template: &str| filled(template, &sent, Escape::Nothing);
        assert_eq!(fill("{to} {digits} {local}"), "+85261234567 85261234567 61234567");
        assert_eq!(fill("{text}|{textHex}"), "碼 1😀|78BC00200031D83DDE00");
        assert_eq!(fill("{id}"), sent.id.to_string());
        assert_eq!(fill(r#"{"a":{"b":"{local}"}}{"#), r#"{"a":{"b":"61234567"}}{"#);
        assert_eq!(filled("{text}", &message("{to}{id}"), Escape::Nothing), "{to}{id}", "a value is no template");
    }

    #[test]
    fn a_value_stays_a_value_in_every_kind_of_body() {
        let sent = message("<a b='1'>&\"\n\u{1}\u{fffe}碼");
        for (kind, expected) in [
            ("application/json; charset=utf-8", "<a b='1'>&\\\"\\n\\u0001\u{fffe}碼"),
            ("application/x-www-form-urlencoded", "%3Ca%20b%3D%271%27%3E%26%22%0A%01%EF%BF%BE%E7%A2%BC"),
            ("Text/XML", "&lt;a b=&#39;1&#39;&gt;&amp;&quot;&#10;碼"),
            ("application/soap+xml", "&lt;a b=&#39;1&#39;&gt;&amp;&quot;&#10;碼"),
            ("text/plain", "<a b='1'>&\"\n\u{1}\u{fffe}碼"),
        ] {
            assert_eq!(filled("{text}", &sent, Escape::of_kind(kind)), expected, "{kind}");
        }
    }

    #[test]
    fn every_placeholder_of_the_settings_is_filled() {
        let sent = message("x");
        for place in Sms::PLACES {
            assert!(!filled(&format!("{{{place}}}"), &sent, Escape::Nothing).contains('{'), "{place}");
        }
    }
}
