//! The pages of `docs/` that exist in three languages say the same in each, and call buttons as the app does. Each kind of
//! message has a name in the admin.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use serde_json::Value;

use super::report;

/// A heading with what stands below it, without the words.
#[derive(Default)]
struct Outline {
    heading: String,
    level: usize,
    /// Code blocks with the language of each.
    blocks: Vec<String>,
    /// Code in sentences: names of settings, fields, calls and files.
    codes: Vec<String>,
    links: Vec<String>,
    numbers: BTreeSet<String>,
    /// Bold words: the names of screens and buttons, and emphasis.
    bold: Vec<String>,
    paragraphs: usize,
    items: usize,
    rows: usize,
    /// All text, in which no marks of an emphasis are left.
    text: String,
}

/// The numbers in digits, such as `31` and `128.50`.
fn numbers(text: &str) -> impl Iterator<Item = String> {
    let parts = text.split(|c: char| !c.is_ascii_digit() && c != '.' && c != ',');
    parts.map(|part| part.trim_matches(['.', ',']).to_owned()).filter(|part| !part.is_empty())
}

fn outline(page: &str) -> Vec<Outline> {
    let mut found: Vec<Outline> = vec![Outline::default()];
    let (mut in_heading, mut in_bold, mut block) = (false, false, None);
    for event in Parser::new_ext(page, Options::ENABLE_TABLES) {
        if let Event::Start(Tag::Heading { level, .. }) = &event {
            found.push(Outline { level: *level as usize, ..Outline::default() });
        }
        let Some(here) = found.last_mut() else { continue };
        match event {
            Event::Start(Tag::Heading { .. }) => in_heading = true,
            Event::End(TagEnd::Heading(_)) => in_heading = false,
            Event::Start(Tag::CodeBlock(kind)) => block = Some(format!("{kind:?}\n")),
            Event::End(TagEnd::CodeBlock) => here.blocks.extend(block.take()),
            Event::Start(Tag::Strong) => {
                here.bold.push(String::new());
                in_bold = true;
            }
            Event::End(TagEnd::Strong) => in_bold = false,
            Event::Start(Tag::Link { dest_url, .. }) => here.links.push(dest_url.to_string()),
            Event::Start(Tag::Paragraph) => here.paragraphs += 1,
            Event::Start(Tag::Item) => here.items += 1,
            Event::Start(Tag::TableRow | Tag::TableHead) => here.rows += 1,
            Event::Code(code) => here.codes.push(code.to_string()),
            Event::Text(text) => {
                if let Some(block) = &mut block {
                    block.push_str(&text);
                    continue;
                }
                here.numbers.extend(numbers(&text));
                here.text.push_str(&text);
                if let Some(bold) = here.bold.last_mut().filter(|_| in_bold) {
                    bold.push_str(&text);
                }
                if in_heading {
                    here.heading.push_str(&text);
                }
            }
            _ => {}
        }
    }
    for section in &mut found {
        section.codes.sort();
        section.links.sort();
    }
    found
}

/// `coupons.md#calls` for a link to that page in any language.
fn in_english(link: &str) -> String {
    link.replace(".zhhk.md", ".md").replace(".zh.md", ".md")
}

/// The differences between a translation and the English page, apart from the words.
fn differences(english: &str, translated: &str) -> Vec<String> {
    let (english, translated) = (outline(english), outline(translated));
    let levels = |page: &[Outline]| page.iter().map(|section| section.level).collect::<Vec<_>>();
    if levels(&english) != levels(&translated) {
        return vec![format!("has headings {:?}, the English page {:?}", levels(&translated), levels(&english))];
    }
    let mut found = Vec::new();
    for (wanted, section) in english.iter().zip(&translated) {
        let mut differs = |what: &str, is: String, should: String| {
            if is != should {
                found.push(format!("“{}” has {what} {is}, “{}” {should}", section.heading, wanted.heading));
            }
        };
        let links: Vec<String> = section.links.iter().map(|link| in_english(link)).collect();
        differs("the code blocks", format!("{:?}", section.blocks), format!("{:?}", wanted.blocks));
        differs("the code", format!("{:?}", section.codes), format!("{:?}", wanted.codes));
        differs("the links", format!("{links:?}"), format!("{:?}", wanted.links));
        let shape = |of: &Outline| {
            format!("{} paragraphs, {} items, {} rows, {} bold", of.paragraphs, of.items, of.rows, of.bold.len())
        };
        differs("the parts", shape(section), shape(wanted));
        let missing: Vec<&String> = wanted.numbers.difference(&section.numbers).collect();
        if !missing.is_empty() {
            found.push(format!("“{}” lacks the numbers {missing:?}", section.heading));
        }
        if section.text.contains("**") {
            found.push(format!("marks are left in “{}”", section.heading));
        }
    }
    found
}

/// The texts of the app by file and key.
fn catalogue(language: &str) -> BTreeMap<String, String> {
    fn collect(value: &Value, key: String, into: &mut BTreeMap<String, String>) {
        match value {
            Value::String(text) => drop(into.insert(key, text.clone())),
            Value::Object(parts) => {
                parts.iter().for_each(|(name, part)| collect(part, format!("{key}.{name}"), into));
            }
            _ => {}
        }
    }
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(format!("ui/src/i18n/locales/{language}")).expect("a folder").flatten() {
        let text = fs::read_to_string(entry.path()).expect("text");
        let name = entry.file_name().to_string_lossy().into_owned();
        collect(&serde_json::from_str(&text).expect("JSON"), name, &mut found);
    }
    found
}

/// The names in bold words, such as `Settings → Staff`.
fn names(bold: &[String]) -> impl Iterator<Item = &str> {
    let parts = bold.iter().flat_map(|words| words.split([',', '→', '›', '，', '、']));
    parts.map(|name| name.trim().trim_end_matches(['.', '。', '：', ':'])).filter(|name| !name.is_empty())
}

/// The bold names of the app in an English page for which the translation has none of the app's words, and how many
/// names were compared.
fn other_words(
    pages: (&str, &str),
    (english, translated): (&BTreeMap<String, String>, &BTreeMap<String, String>),
) -> (Vec<String>, usize) {
    let (mut found, mut compared) = (Vec::new(), 0);
    for (wanted, section) in outline(pages.0).iter().zip(outline(pages.1)) {
        let has: BTreeSet<&str> = names(&section.bold).collect();
        for name in names(&wanted.bold) {
            let keys = english.iter().filter(|(_, text)| *text == name).map(|(key, _)| key);
            let words: BTreeSet<&str> = keys.filter_map(|key| translated.get(key)).map(String::as_str).collect();
            compared += usize::from(!words.is_empty());
            if !words.is_empty() && has.is_disjoint(&words) {
                found.push(format!("“{}” has no bold {words:?} for {name}", section.heading));
            }
        }
    }
    (found, compared)
}

/// The English page, the language and the path of each translation.
fn translations() -> Vec<(String, &'static str, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir("docs").expect("a folder").flatten() {
        let file = entry.file_name().to_string_lossy().into_owned();
        for language in ["zh", "zhhk"] {
            if let Some(name) = file.strip_suffix(&format!(".{language}.md")) {
                found.push((name.to_owned(), language, format!("docs/{file}")));
            }
        }
    }
    found.sort();
    found
}

#[test]
fn each_translated_page_has_what_the_english_one_has() {
    let mut offences = Vec::new();
    let all = translations();
    assert!(all.len() >= 12, "the translations were not found");
    for (name, language, path) in &all {
        let other = if *language == "zh" { "zhhk" } else { "zh" };
        if !Path::new(&format!("docs/{name}.{other}.md")).exists() {
            offences.push(format!("{path} is not in {other}"));
        }
        let english = fs::read_to_string(format!("docs/{name}.md")).expect("the English page");
        let translated = fs::read_to_string(path).expect("the page");
        offences.extend(differences(&english, &translated).into_iter().map(|said| format!("{path}: {said}")));
        for link in outline(&translated).into_iter().flat_map(|section| section.links) {
            let file = link.split('#').next().unwrap_or_default();
            let own = in_english(file).replace(".md", &format!(".{language}.md"));
            if file.ends_with(".md") && file != own && Path::new("docs").join(&own).exists() {
                offences.push(format!("{path} links to {file} instead of {own}"));
            }
        }
    }
    report(&offences);
}

#[test]
fn translated_pages_call_screens_and_buttons_as_the_app_does() {
    let english = catalogue("en");
    let (mut offences, mut compared) = (Vec::new(), 0);
    for language in ["zh", "zhhk"] {
        let words = catalogue(language);
        for (name, _, path) in translations().into_iter().filter(|(_, of, _)| *of == language) {
            let page = fs::read_to_string(format!("docs/{name}.md")).expect("the English page");
            let translated = fs::read_to_string(&path).expect("the page");
            let (found, names) = other_words((&page, &translated), (&english, &words));
            offences.extend(found.into_iter().map(|said| format!("{path}: {said}")));
            compared += names;
        }
    }
    assert!(compared > 60, "{compared} names were compared");
    report(&offences);
}

/// The list of messages shows the name of a message's kind. The keys are `mail.KIND.subject`, `push.KIND.title` and `sms.KIND`.
#[test]
fn each_kind_of_message_has_a_name_in_the_admin() {
    let texts = fs::read_to_string("src/base/texts/en.json").expect("texts");
    let texts: BTreeMap<String, String> = serde_json::from_str(&texts).expect("JSON");
    let kinds: BTreeSet<&str> = texts
        .keys()
        .filter_map(|key| match key.split('.').collect::<Vec<_>>()[..] {
            ["mail", kind, "subject"] | ["push", kind, "title"] | ["sms", kind] => Some(kind),
            _ => None,
        })
        .collect();
    assert!(kinds.len() > 40, "the keys have another form: {kinds:?}");
    for language in ["en", "zh", "zhhk"] {
        let names = catalogue(language);
        let named = |kind: &&str| names.contains_key(&format!("adminMessages.json.kinds.{kind}"));
        let nameless: Vec<&str> = kinds.iter().copied().filter(|kind| !named(kind)).collect();
        assert_eq!(nameless, Vec::<&str>::new(), "without a name in {language}");
    }
}

#[test]
fn planted_differences_are_found() {
    let english = "# Tills\n\nPress **Add a till** within 31 days.\n\n## Calls\n\n`a` and [more](coupons.md).\n";
    let good = "# 收银机\n\n请在 31 天内按**添加收银机**。\n\n## 接口\n\n[更多](coupons.zh.md)和 `a`。\n";
    assert_eq!(differences(english, good), Vec::<String>::new());
    for (from, to, said) in [
        ("## 接口\n\n", "", "has headings"),
        ("31 天", "30 天", "lacks the numbers [\"31\"]"),
        ("`a`", "`b`", "has the code [\"b\"]"),
        ("coupons.zh.md", "claims.zh.md", "has the links [\"claims.md\"]"),
        ("**添加收银机**", "“添加收银机”", "0 bold"),
        ("**添加收银机**", "**添加…**机", "marks are left"),
        ("。\n\n## 接口", "。\n\n完。\n\n## 接口", "2 paragraphs"),
    ] {
        let found = differences(english, &good.replace(from, to)).join("\n");
        assert!(found.contains(said), "{to}: {found}");
    }
    let of = |text: &str| BTreeMap::from([("portal.json.add".to_owned(), text.to_owned())]);
    let compare = |page: &str| other_words((english, page), (&of("Add a till"), &of("添加收银机")));
    assert_eq!(compare(good), (Vec::new(), 1));
    assert_eq!(compare(&good.replace("添加收银机", "新增收银机")).0.len(), 1);
}
