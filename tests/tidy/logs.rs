//! The page that explains each warning and error of the log to operators.

use std::fs;

use super::{code, report, sources};

/// The text literals of a macro call, up to its closing parenthesis.
fn literals(call: &str) -> Vec<String> {
    let (mut found, mut depth, mut literal, mut escaped) = (Vec::new(), 1_u32, None::<String>, false);
    for c in call.chars() {
        match (&mut literal, c) {
            (Some(text), _) if escaped => {
                // A line that ends in a backslash goes on after the blanks of the next one.
                text.push(if c == '\n' { ' ' } else { c });
                escaped = false;
            }
            (Some(_), '\\') => escaped = true,
            (Some(text), '"') => {
                found.push(std::mem::take(text));
                literal = None;
            }
            (Some(text), _) => text.push(c),
            (None, '"') => literal = Some(String::new()),
            (None, '(') => depth += 1,
            (None, ')') => depth -= 1,
            (None, _) => {}
        }
        if depth == 0 {
            break;
        }
    }
    found
}

/// The constant beginnings of the warnings and errors that a text logs. A message that begins with a value has none.
fn logged(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for head in ["tracing::warn!(", "tracing::error!("] {
        for (at, _) in text.match_indices(head) {
            let literals = literals(&text[at + head.len()..]);
            let message = literals.last().map(String::as_str).unwrap_or_default();
            let message = message.split_whitespace().collect::<Vec<_>>().join(" ");
            let constant = message.split('{').next().unwrap_or_default().trim_end_matches([' ', ':', ';', ',']);
            if !constant.is_empty() {
                found.push(constant.to_owned());
            }
        }
    }
    found
}

#[test]
fn each_warning_and_error_of_the_log_is_explained_in_the_handbook() {
    let page = fs::read_to_string("docs/logs.md").expect("the page");
    let mut offences = Vec::new();
    for source in sources() {
        let unexplained = logged(code(&source)).into_iter().filter(|message| !page.contains(message.as_str()));
        offences
            .extend(unexplained.map(|message| format!("{}: docs/logs.md lacks {message:?}", source.path.display())));
    }
    report(&offences);
}

#[test]
fn a_planted_warning_is_found() {
    let text =
        r#"tracing::warn!(peer = %address, %error, "TLS handshake failed: {reason}"); tracing::error!("{what}");"#;
    assert_eq!(logged(text), ["TLS handshake failed"]);
}
