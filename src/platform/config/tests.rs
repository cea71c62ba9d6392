//! Settings as a whole: their sources, and the errors for wrong ones.

use super::{CaptchaProvider, Config, Flags};

fn load(file: &str, environment: &[(&str, &str)]) -> anyhow::Result<Config> {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let path = folder.path().join("config.toml");
    std::fs::write(&path, file).expect("written");
    let environment: Vec<_> = environment.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
    let flags = Flags { config: Some(path), ..Flags::default() };
    Config::load(&flags, &environment).map(|loaded| loaded.config)
}

#[test]
fn the_environment_wins_over_the_file() {
    let config = load("[captcha]\nprovider = \"altcha\"\n", &[("KAPOK_CAPTCHA__PROVIDER", "none"), ("OTHER", "x")])
        .expect("loads");
    assert_eq!(config.captcha.provider, CaptchaProvider::None);
}

#[test]
fn the_variables_of_the_examples_on_the_api_page_are_no_mistakes() {
    let exported = [("KAPOK_URL", "http://127.0.0.1:8080"), ("KAPOK_TOKEN", "a token")];
    assert!(load("", &exported).is_ok());
}

#[test]
fn every_mistake_in_the_settings_is_named() {
    type Case = (&'static str, &'static [(&'static str, &'static str)], &'static str);
    let cases: [Case; 13] = [
        ("[http]\ntrusted_proxies = [\"10.0.0.1/8\"]", &[], "«10.0.0.1/8» is no address or network"),
        ("typo = 1", &[], "typo"),
        ("[limits]\nenabeld = true", &[], "limits.enabeld"),
        ("[limits]\nenabled = 3", &[], "limits.enabled"),
        ("[captcha]\nprovider = \"nobody\"", &[], "captcha.provider"),
        ("limits = 5", &[], "limits is a section"),
        ("a = = b", &[], "not valid TOML"),
        ("", &[("KAPOK_NOPE", "1")], "KAPOK_NOPE"),
        ("", &[("KAPOK_LIMITS__ENABLED", "perhaps")], "KAPOK_LIMITS__ENABLED"),
        ("listen = \"nowhere\"", &[], "listen"),
        ("[metrics]\nlisten = \"127.0.0.1:8080\"", &[], "metrics.listen is 127.0.0.1:8080, and so is listen"),
        ("[sms]\nhourly_budget = -1", &[], "sms.hourly_budget"),
        ("[sms]\ndaily_budget = 100001", &[], "sms.daily_budget"),
    ];
    for (file, environment, expected) in cases {
        let error = format!("{:#}", load(file, environment).expect_err(file));
        assert!(error.contains(expected), "{file:?} gives {error:?}");
    }
}

#[test]
fn all_mistakes_are_told_at_once_with_their_lines_and_what_was_meant() {
    let file =
        "public_urll = \"x\"\n# a comment\n[emial]\nhost = \"a\"\n[limits]\nenabeld = true\nsource_scale = \"two\"\n";
    let error = format!("{:#}", load(file, &[("KAPOK_LISTN", "x")]).expect_err("mistakes"));
    for told in [
        "KAPOK_LISTN names no setting; did you mean KAPOK_LISTEN?",
        "the setting public_urll (line 1) does not exist; did you mean public_url?",
        "the setting emial (line 3) does not exist; did you mean email?",
        "the setting limits.enabeld (line 6) does not exist; did you mean limits.enabled?",
        "the setting limits.source_scale",
    ] {
        assert!(error.contains(told), "{told} is not in {error}");
    }
}

#[test]
fn what_a_server_for_others_needs_is_told_together_with_how_to_force_it() {
    let error = load("listen = \"0.0.0.0:8080\"", &[]).expect_err("refused").to_string();
    for told in [
        "public_url is needed",
        "--public-url",
        "KAPOK_PUBLIC_URL",
        "email.transport",
        "sms.transport",
        "force = [\"email.transport\", \"sms.transport\"]",
        "KAPOK_FORCE=email.transport,sms.transport",
    ] {
        assert!(error.contains(told), "{told} is not in {error}");
    }
}

#[test]
fn unsafe_settings_stay_on_loopback_unless_forced_by_name() {
    let public = "public_url = \"https://points.example.hk\"\n";
    let error = load(&format!("{public}[limits]\nenabled = false"), &[]).expect_err("refused").to_string();
    assert!(error.contains("limits.enabled"), "{error}");
    let forced = "force = [\"limits.enabled\", \"email.transport\", \"sms.transport\"]\n";
    assert!(load(&format!("{public}{forced}[limits]\nenabled = false"), &[]).is_ok());
    assert!(load(&format!("{public}trial = true"), &[]).is_ok(), "a trial keeps its messages");
    let error =
        load(&format!("{public}trial = true\n[limits]\nenabled = false"), &[]).expect_err("refused").to_string();
    assert!(error.contains("limits.enabled") && !error.contains("email.transport"), "{error}");
}

#[test]
fn plain_http_away_from_loopback_is_refused_with_the_ways_to_https() {
    let refused = "public_url = \"http://192.168.1.5:8129\"\ntrial = true";
    let error = load(refused, &[]).expect_err("refused").to_string();
    for told in ["sends passwords unencrypted", "[tls] acme = true", "tls.certificate", "a tunnel", "docs/quick-start"]
    {
        assert!(error.contains(told), "{told} is not in {error}");
    }
    let other = "public_url = \"https://points.example.hk\"\ntrial = true\n[limits]\nenabled = false";
    let error = load(other, &[]).expect_err("refused").to_string();
    assert!(!error.contains("acme"), "{error}");
}
