//! The layout of an e-mail: a plain-text part, and an HTML part for light and dark mode. An announcement loads the picture
//! that staff chose for it from the programme's own address; an e-mail loads nothing else.

use serde::Serialize;

use super::{Leased, Message};
use crate::base::clock::Timestamp;
use crate::base::language::Language;
use crate::base::messages::{OwnColours, contact, own_colours, programme_name, text};

/// An e-mail as its recipient sees it.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = ShownMail)]
pub struct MailPreview {
    /// The subject of the e-mail.
    pub subject: String,
    /// The HTML part.
    pub html: String,
    /// The plain-text part.
    pub text: String,
}

/// Renders an e-mail without queueing it.
pub fn show(message: Message, now: Timestamp) -> MailPreview {
    let letter = Leased::unqueued(message, now);
    MailPreview { html: as_html(&letter), text: as_text(&letter), subject: letter.subject }
}

/// The plain-text part.
pub(super) fn as_text(message: &Leased) -> String {
    let mut whole = message.text.clone();
    if let Some(link) = &message.opens {
        whole.push_str(&format!("\n\n{}\n{link}", text(message.language, "mail.app", &[])));
    }
    whole.push_str(&format!("\n\n-- \n{}", text(message.language, "mail.footer", &[])));
    if let Some(contact) = contact(message.language) {
        whole.push_str(&format!("\n{contact}"));
    }
    if let Some(link) = &message.unsubscribe {
        whole.push_str(&format!("\n{}\n{link}", text(message.language, "mail.unsubscribe", &[])));
    }
    whole.push('\n');
    whole
}

const STYLE: &str = "body{margin:0;padding:0;background:#f6f1e7;color:#17231d}\
    .k-card{background:#fffdf8;border-color:#ded5c3}.k-foot{color:#5f645b}.k-code{background:#ebe3d3;color:#17231d}\
    a{color:#1c5b45}\
    @media (prefers-color-scheme:dark){body,.k-page{background:#101713!important;color:#f3ede0!important}\
    .k-card{background:#1a231e!important;border-color:#3a463f!important;color:#f3ede0!important}\
    .k-foot{color:#b6b9ac!important}.k-code{background:#26322b!important;color:#f3ede0!important}\
    a{color:#9fd3b6!important}.k-button{background:#9fd3b6!important;color:#0a2720!important}\
    .k-brand{color:#ff8f74!important}}";

/// The HTML part: each paragraph on its own, a lone code in large type, a lone address as a button.
pub(super) fn as_html(message: &Leased) -> String {
    as_page(message, own_colours())
}

fn as_page(message: &Leased, colours: OwnColours) -> String {
    let (tag, fonts) = match message.language {
        Language::En => ("en", "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"),
        Language::Zh => ("zh-Hans", "-apple-system,'PingFang SC','Microsoft YaHei','Noto Sans CJK SC',sans-serif"),
        Language::Zhhk => {
            ("zh-Hant-HK", "-apple-system,'PingFang HK','Microsoft JhengHei','Noto Sans CJK HK',sans-serif")
        }
    };
    let pressed = colours.actions.map_or_else(|| "#17463a".to_owned(), |own| own.to_string());
    let named = colours.points.map_or_else(|| "#a82815".to_owned(), |own| own.to_string());
    let own_style = own_style(colours);
    let mut body = message.picture.as_deref().map_or_else(String::new, |address| shown(address, &message.subject));
    for paragraph in message.text.split("\n\n").map(str::trim).filter(|paragraph| !paragraph.is_empty()) {
        body.push_str(&as_paragraph(paragraph, message.language, &pressed));
    }
    if let Some(link) = &message.opens {
        body.push_str(&button(&escaped(link), &text(message.language, "mail.app", &[]), &pressed, 0));
    }
    let mut foot = escaped(&text(message.language, "mail.footer", &[]));
    if let Some(contact) = contact(message.language) {
        foot.push_str(&format!("<br>{}", escaped(&contact)));
    }
    if let Some(link) = &message.unsubscribe {
        let words = escaped(&text(message.language, "mail.unsubscribe", &[]));
        foot.push_str(&format!("<br><a href=\"{}\">{words}</a>", escaped(link)));
    }
    let (title, brand) = (escaped(&message.subject), escaped(&programme_name()));
    format!(
        "<!doctype html><html lang=\"{tag}\"><head><meta charset=\"utf-8\"><title>{title}</title>\
         <meta name=\"viewport\" content=\"width=device-width\"><meta name=\"color-scheme\" content=\"light dark\">\
         <meta name=\"supported-color-schemes\" content=\"light dark\"><style>{STYLE}{own_style}</style></head>\
         <body><div class=\"k-page\" style=\"padding:24px 12px;background:#f6f1e7;font:16px/1.6 {fonts}\">\
         <div class=\"k-card\" style=\"max-width:{WIDTH}px;margin:0 auto;padding:24px;border:1px solid #ded5c3;\
         border-radius:16px;background:#fffdf8\">\
         <p class=\"k-brand\" style=\"margin:0 0 16px;font-size:20px;font-weight:700;color:{named}\">{brand}</p>{body}\
         </div><p class=\"k-foot\" style=\"max-width:{WIDTH}px;margin:16px auto 0;font-size:13px;color:#5f645b\">{foot}</p>\
         </div></body></html>"
    )
}

/// In dark mode, a programme's own colours are used as backgrounds of white text only; as text colours they would be
/// too dark.
fn own_style(OwnColours { points, actions }: OwnColours) -> String {
    let button = actions.map(|own| format!(".k-button{{background:{own}!important;color:#fffdf8!important}}"));
    let brand = points.map(|_| ".k-brand{color:#f3ede0!important}".to_owned());
    let rules: String = button.into_iter().chain(brand).collect();
    if rules.is_empty() { rules } else { format!("@media (prefers-color-scheme:dark){{{rules}}}") }
}

/// The width of the text, which is that of a picture too. Mail programs without styles go by the attribute.
const WIDTH: u32 = 520;

/// A picture as wide as the text, and at most as wide as the screen. Its text is the title of the announcement, because the
/// page does not say it elsewhere, and many mail programs show pictures only when asked.
fn shown(address: &str, title: &str) -> String {
    format!(
        "<p style=\"margin:0 0 16px\"><img src=\"{}\" alt=\"{}\" width=\"{WIDTH}\" style=\"display:block;width:100%;\
         max-width:{WIDTH}px;height:auto;border-radius:12px;font-weight:600\"></p>",
        escaped(address),
        escaped(title)
    )
}

/// The label of the button to an address.
fn button_text(address: &str) -> &'static str {
    if address.contains("/resetPassword/") {
        "mail.set_password"
    } else if address.contains("/admin/accept/") {
        "mail.choose_password"
    } else {
        "mail.open"
    }
}

fn as_paragraph(paragraph: &str, language: Language, pressed: &str) -> String {
    let safe = escaped(paragraph).replace('\n', "<br>");
    let digits = paragraph.len() == 6 && paragraph.bytes().all(|b| b.is_ascii_digit());
    let address = paragraph.starts_with("http") && !paragraph.contains(char::is_whitespace);
    match (digits, address) {
        (true, _) => format!(
            "<p class=\"k-code\" style=\"margin:0 0 16px;padding:12px 16px;border-radius:12px;background:#ebe3d3;\
             font-size:30px;line-height:1.3;letter-spacing:6px;font-weight:700\">{safe}</p>"
        ),
        // The address is written out too, so that recipients can see where the button leads.
        (_, true) => format!(
            "{}<p style=\"margin:0 0 16px;font-size:13px;word-break:break-all\"><a href=\"{safe}\">{safe}</a></p>",
            button(&safe, &text(language, button_text(paragraph), &[]), pressed, 8)
        ),
        _ => format!("<p style=\"margin:0 0 16px\">{safe}</p>"),
    }
}

/// A link that looks like a button; `address` is escaped already.
fn button(address: &str, words: &str, pressed: &str, below: u8) -> String {
    format!(
        "<p style=\"margin:0 0 {below}px\"><a class=\"k-button\" href=\"{address}\" style=\"display:inline-block;\
         padding:12px 20px;border-radius:12px;background:{pressed};color:#fffdf8;font-weight:600;\
         text-decoration:none\">{}</a></p>",
        escaped(words)
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::{as_html, as_page, as_text};
    use crate::base::clock::Timestamp;
    use crate::base::colour::Colour;
    use crate::base::contact::Email;
    use crate::base::id::MessageId;
    use crate::base::language::Language;
    use crate::base::messages::OwnColours;
    use crate::platform::delivery::{DeliveryChannel, Leased, Message, Priority};

    /// Every kind of e-mail except announcements.
    const KINDS: [&str; 25] = [
        "account_closed",
        "already_member",
        "award_slip",
        "backup_failed",
        "card_replaced",
        "code",
        "contact_added",
        "coupon_ending",
        "ledger_anchor",
        "password_changed",
        "points_ending",
        "reset",
        "session_ended",
        "sms_budget_soon",
        "sms_budget_spent",
        "staff_forgot",
        "staff_invitation",
        "staff_password_changed",
        "staff_proposal",
        "staff_proposal_live",
        "staff_reset",
        "test",
        "tier_ending",
        "tier_grace",
        "tier_leaving",
    ];

    fn leased(language: Language, subject: &str, text: &str, unsubscribe: Option<&str>) -> Leased {
        let now = Timestamp::from_millis(1);
        Leased {
            id: MessageId::made_at(now),
            channel: DeliveryChannel::Email,
            to: String::new(),
            member: None,
            language,
            priority: Priority::Urgent,
            subject: subject.to_owned(),
            text: text.to_owned(),
            unsubscribe: unsubscribe.map(str::to_owned),
            opens: None,
            picture: None,
            has_fallback: false,
            attempts: 0,
            created: now,
            lapses: now,
        }
    }

    /// An e-mail of each kind in each language, and an announcement; each with its kind.
    fn every_mail() -> Vec<(&'static str, Leased)> {
        let to = Email::parse("mei@example.org").expect("an address");
        let values = [
            ("code", "481516"),
            ("link", "https://points.example.hk/resetPassword/abc"),
            ("name", "Mei <b>"),
            ("why", "no room"),
            ("newest", "today"),
            ("points", "300"),
            ("day", "1 March 2027"),
            ("parts", "800"),
            ("budget", "1000"),
            ("number", "TX-26071-K7Q2"),
            ("partner", "Tai Ping Bing Sutt"),
            ("time", "2026-03-12 08:46"),
            ("amount", "88.00"),
            ("receipt", "10472"),
            ("balance", "12,832"),
            ("contact", "•••• 4567"),
        ];
        let mut mails = Vec::new();
        for language in Language::ALL {
            for kind in KINDS {
                let message = Message::email(&to, language, kind, &values);
                mails.push((kind, leased(language, &message.subject, &message.text, None)));
            }
            let way_out = "https://points.example.hk/unsubscribe?token=abc&x";
            let announcement = leased(language, "半價 Half price", "今日。\nToday.\n\n快來 <i>now</i>", Some(way_out));
            let opens = Some("https://points.example.hk/notifications".to_owned());
            let picture = Some("https://points.example.hk/media/a1.png".to_owned());
            mails.push(("announcement", Leased { opens, ..announcement.clone() }));
            mails.push(("announcement_picture", Leased { picture, ..announcement }));
        }
        mails
    }

    /// The text of a page, as a screen reader reads it.
    fn words(html: &str) -> String {
        let body = html.split_once("<body>").expect("a body").1;
        let plain: String = body.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text)).collect();
        plain.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
    }

    #[test]
    fn the_page_says_what_the_text_says_and_fetches_nothing_but_its_picture() {
        for (kind, mail) in every_mail() {
            let (text, html) = (as_text(&mail), as_html(&mail));
            let tag = match mail.language {
                Language::En => "en",
                Language::Zh => "zh-Hans",
                Language::Zhhk => "zh-Hant-HK",
            };
            assert!(html.starts_with(&format!("<!doctype html><html lang=\"{tag}\">")), "{html}");
            let page = words(&html);
            // The signature delimiter is for mail programs; the unsubscribe link is behind its text.
            for line in text.lines().filter(|line| !line.is_empty() && *line != "-- ") {
                assert!(
                    page.contains(line)
                        || [&mail.unsubscribe, &mail.opens].iter().any(|link| link.as_deref() == Some(line)),
                    "{line:?} is not in {page:?}"
                );
            }
            if kind == "announcement_picture" {
                let shown = "<img src=\"https://points.example.hk/media/a1.png\" alt=\"半價 Half price\" width=\"520\"";
                assert!(html.contains(shown), "{html}");
                continue;
            }
            for remote in ["src=", "url(", "<img", "<link", "@import", "<script", "<iframe", "background=\"http"] {
                assert!(!html.contains(remote), "{remote} in {html}");
            }
            let led = html.match_indices("http").all(|(at, _)| html[at..].starts_with("https://points.example.hk/"));
            assert!(led, "{html}");
            assert!(!text.contains('{') && !html.contains("<b>") && !html.contains("<i>"), "{text}");
            assert!(html.len() < 10_000, "mail programs cut long ones");
        }
    }

    /// `tools/mails` takes screenshots of the files that this test writes to the folder it names.
    #[test]
    fn every_mail_can_be_looked_at() {
        let scratch = tempfile::tempdir().expect("a folder");
        let folder = std::env::var_os("MAILS_FOLDER").map_or_else(|| scratch.path().to_owned(), Into::into);
        for (kind, mail) in every_mail() {
            let file = folder.join(format!("{kind}.{}.html", mail.language.code()));
            std::fs::write(file, as_html(&mail)).expect("a page");
        }
        let pages = std::fs::read_dir(&folder).expect("a folder").count();
        assert_eq!(pages, (KINDS.len() + 2) * Language::ALL.len());
    }

    #[test]
    fn a_button_says_what_it_does_and_a_page_bears_the_programmes_colours() {
        let link = "https://points.example.hk/resetPassword/abc";
        let mail = leased(Language::En, "x", &format!("Open this:\n\n{link}"), None);
        let usual = as_html(&mail);
        assert!(usual.contains(">Set a new password</a>") && usual.contains("background:#17463a"), "{usual}");
        let colours = OwnColours { points: Colour::parse("#005599"), actions: Colour::parse("#5a2a83") };
        let own = as_page(&mail, colours);
        assert!(
            own.contains("font-weight:700;color:#005599") && own.contains("background:#5a2a83;color:#fffdf8"),
            "{own}"
        );
        assert!(!own.contains("#a82815") && !own.contains("background:#17463a"), "{own}");
        let invitation = leased(Language::Zhhk, "x", "https://points.example.hk/admin/accept/abc", None);
        assert!(as_html(&invitation).contains(">選擇密碼</a>"));
    }

    #[test]
    fn a_code_stands_out_and_an_address_can_be_read_before_it_is_opened() {
        let html = as_html(&leased(Language::En, "x", "Hello\n\n123456\n\nhttps://kapok.example/x", None));
        assert!(html.contains("<a href=\"https://kapok.example/x\">https://kapok.example/x</a>"), "{html}");
        assert!(html.contains("700\">123456</p>"), "{html}");
    }
}
