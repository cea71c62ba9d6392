//! How an e-mail looks: the text as it is, and the same as a page that mail programs show by day and
//! by night, without a picture or anything else to fetch.

use super::Leased;
use crate::base::language::Language;
use crate::base::messages::text;

/// The part for programs that show text.
pub(super) fn as_text(message: &Leased) -> String {
    let mut whole = format!("{}\n\n-- \n{}", message.text, text(message.language, "mail.footer", &[]));
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

/// The part for programs that show pages: each paragraph on its own, a lone code large, a lone address
/// as a button.
pub(super) fn as_html(message: &Leased) -> String {
    let (tag, fonts) = match message.language {
        Language::En => ("en", "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"),
        Language::Zh => ("zh-Hans", "-apple-system,'PingFang SC','Microsoft YaHei','Noto Sans CJK SC',sans-serif"),
        Language::Zhhk => {
            ("zh-Hant-HK", "-apple-system,'PingFang HK','Microsoft JhengHei','Noto Sans CJK HK',sans-serif")
        }
    };
    let open = text(message.language, "mail.open", &[]);
    let mut body = String::new();
    for paragraph in message.text.split("\n\n").map(str::trim).filter(|paragraph| !paragraph.is_empty()) {
        body.push_str(&as_paragraph(paragraph, &open));
    }
    let mut foot = escaped(&text(message.language, "mail.footer", &[]));
    if let Some(link) = &message.unsubscribe {
        let words = escaped(&text(message.language, "mail.unsubscribe", &[]));
        foot.push_str(&format!("<br><a href=\"{}\">{words}</a>", escaped(link)));
    }
    let title = escaped(&message.subject);
    format!(
        "<!doctype html><html lang=\"{tag}\"><head><meta charset=\"utf-8\"><title>{title}</title>\
         <meta name=\"viewport\" content=\"width=device-width\"><meta name=\"color-scheme\" content=\"light dark\">\
         <meta name=\"supported-color-schemes\" content=\"light dark\"><style>{STYLE}</style></head>\
         <body><div class=\"k-page\" style=\"padding:24px 12px;background:#f6f1e7;font:16px/1.6 {fonts}\">\
         <div class=\"k-card\" style=\"max-width:520px;margin:0 auto;padding:24px;border:1px solid #ded5c3;\
         border-radius:16px;background:#fffdf8\">\
         <p class=\"k-brand\" style=\"margin:0 0 16px;font-size:20px;font-weight:700;color:#a82815\">Kapok</p>{body}\
         </div><p class=\"k-foot\" style=\"max-width:520px;margin:16px auto 0;font-size:13px;color:#5f645b\">{foot}</p>\
         </div></body></html>"
    )
}

fn as_paragraph(paragraph: &str, open: &str) -> String {
    let safe = escaped(paragraph).replace('\n', "<br>");
    let digits = paragraph.len() == 6 && paragraph.bytes().all(|b| b.is_ascii_digit());
    let address = paragraph.starts_with("http") && !paragraph.contains(char::is_whitespace);
    match (digits, address) {
        (true, _) => format!(
            "<p class=\"k-code\" style=\"margin:0 0 16px;padding:12px 16px;border-radius:12px;background:#ebe3d3;\
             font-size:30px;line-height:1.3;letter-spacing:6px;font-weight:700\">{safe}</p>"
        ),
        // The address is written out too, for whoever would rather see where it leads.
        (_, true) => format!(
            "<p style=\"margin:0 0 8px\"><a class=\"k-button\" href=\"{safe}\" style=\"display:inline-block;padding:12px 20px;\
             border-radius:12px;background:#17463a;color:#fffdf8;font-weight:600;text-decoration:none\">{}</a></p>\
             <p style=\"margin:0 0 16px;font-size:13px;word-break:break-all\"><a href=\"{safe}\">{safe}</a></p>",
            escaped(open)
        ),
        _ => format!("<p style=\"margin:0 0 16px\">{safe}</p>"),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::as_html;
    use crate::base::clock::Timestamp;
    use crate::base::id::MessageId;
    use crate::base::language::Language;
    use crate::delivery::{Channel, Leased, Priority};

    #[test]
    fn what_a_member_typed_stays_text_in_the_html_part() {
        let now = Timestamp::from_millis(1);
        let message = Leased {
            id: MessageId::made_at(now),
            channel: Channel::Email,
            to: String::new(),
            member: None,
            language: Language::En,
            priority: Priority::Urgent,
            subject: "<i>Hello</i>".to_owned(),
            text: "Hello <b>&\n\n123456\n\nhttps://kapok.example/x".to_owned(),
            unsubscribe: None,
            opens: None,
            attempts: 0,
            created: now,
            lapses: now,
        };
        let html = as_html(&message);
        assert!(html.contains(">Hello &lt;b&gt;&amp;</p>"), "{html}");
        assert!(html.contains("<a href=\"https://kapok.example/x\">https://kapok.example/x</a>"), "{html}");
        assert!(html.contains("700\">123456</p>") && html.contains("<title>&lt;i&gt;Hello"), "{html}");
        assert!(!html.contains("<img") && !html.contains("src="), "nothing to fetch: {html}");
    }
}
