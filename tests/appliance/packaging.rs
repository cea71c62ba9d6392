//! The files that ship beside the binary (container files, dashboard, alerts), checked by the programs that
//! will read it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value, json};

use crate::support::text;

/// The path of a program that `tools/setup` installs. Without it the files cannot be checked.
pub fn tool(name: &str) -> PathBuf {
    let path = Path::new("target/tools").join(name);
    assert!(path.exists(), "{name} is missing: run tools/setup");
    path.canonicalize().expect("a path")
}

#[track_caller]
fn expect_sound(output: &Output) {
    assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
}

#[test]
fn the_dockerfile_has_nothing_that_a_linter_minds_and_all_that_is_promised() {
    expect_sound(&Command::new(tool("hadolint")).args(["--no-color", "Dockerfile"]).output().expect("runs"));
    let file = fs::read_to_string("Dockerfile").expect("a file");
    let last = file.rsplit("\nFROM ").next().expect("a stage");
    assert!(last.starts_with("scratch\n"), "the last stage starts from scratch");
    for line in [
        "USER 10001:10001",
        "VOLUME /data",
        "EXPOSE 8080",
        "ENV KAPOK_DATA_DIR=/data KAPOK_LISTEN=0.0.0.0:8080",
        "ENTRYPOINT [\"/kapok\"]",
        "CMD [\"serve\"]",
    ] {
        assert!(last.lines().any(|found| found == line), "{line}");
    }
    assert!(last.contains("CMD [\"/kapok\", \"healthcheck\"]") && last.contains("org.opencontainers.image.title"));
    assert!(file.contains("tools/release && tools/rootfs"), "the image uses the layout that the tests run");
}

fn composed(file: &str) -> Value {
    let mut command = Command::new(tool("docker-compose"));
    command.args(["-f", &format!("packaging/compose/{file}"), "config", "--format", "json"]);
    let output = command.output().expect("runs");
    expect_sound(&output);
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn the_compose_files_are_sound_and_close_what_need_not_be_open() {
    for file in ["acme.yml", "caddy.yml", "tls.yml"] {
        let kapok = &composed(file)["services"]["kapok"];
        assert_eq!(kapok["read_only"], true, "{file}");
        assert_eq!(kapok["cap_drop"], json!(["ALL"]), "{file}");
        assert_eq!(kapok["security_opt"], json!(["no-new-privileges:true"]), "{file}");
        let volumes = kapok["volumes"].as_array().expect("volumes");
        assert!(volumes.iter().any(|one| one["target"] == "/data" && one["type"] == "volume"), "{file}");
        for (name, value) in kapok["environment"].as_object().expect("an environment") {
            // `kapok config check` below validates the values.
            assert!(name.starts_with("KAPOK_") && value.is_string(), "{file}: {name}");
        }
        let environment = kapok["environment"].as_object().expect("an environment");
        let mut check = Command::new(env!("CARGO_BIN_EXE_kapok"));
        check.args(["config", "check"]).env_clear();
        // The files of the certificate exist only in the container.
        let here = environment.iter().filter(|(name, _)| !name.starts_with("KAPOK_TLS__"));
        check.envs(here.map(|(name, value)| (name, value.as_str().expect("text"))));
        expect_sound(&check.output().expect("runs"));
    }
    let caddy = composed("caddy.yml");
    let proxy = &caddy["services"]["caddy"]["networks"]["inside"]["ipv4_address"];
    let trusted = &caddy["services"]["kapok"]["environment"]["KAPOK_HTTP__TRUSTED_PROXIES"];
    assert_eq!(trusted, proxy, "the server trusts the proxy's forwarded addresses");
    assert!(caddy["services"]["kapok"].get("ports").is_none(), "only the proxy is reached from outside");
}

/// The grid squares (of 24 columns) that a panel covers.
fn squares(panel: &Value) -> Vec<(u64, u64)> {
    let of = |name: &str| panel["gridPos"][name].as_u64().expect("a place");
    let (left, top, width, height) = (of("x"), of("y"), of("w"), of("h"));
    assert!(width > 0 && height > 0 && left + width <= 24, "{panel}");
    (left..left + width).flat_map(|x| (top..top + height).map(move |y| (x, y))).collect()
}

#[test]
fn alerts_and_dashboard_are_sound_to_prometheus() {
    let promtool = tool("promtool");
    let check =
        |file: &Path| expect_sound(&Command::new(&promtool).args(["check", "rules"]).arg(file).output().expect("runs"));
    check(Path::new("packaging/prometheus/alerts.yml"));
    let tested = Command::new(&promtool).args(["test", "rules", "packaging/prometheus/alerts.test.yml"]).output();
    expect_sound(&tested.expect("runs"));

    let file = fs::read_to_string("packaging/grafana/kapok.json").expect("a file");
    let dashboard: Value = serde_json::from_str(&file).expect("JSON");
    assert_eq!(dashboard["templating"]["list"][0]["type"], "datasource");
    let (mut ids, mut taken, mut rules) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
    for panel in dashboard["panels"].as_array().expect("panels") {
        assert!(ids.insert(panel["id"].as_u64().expect("an id")), "{}", panel["id"]);
        assert!(!panel["title"].as_str().expect("a title").is_empty());
        assert_eq!(panel["datasource"]["uid"], "${source}", "{}", panel["title"]);
        for square in squares(panel) {
            assert!(taken.insert(square), "{} overlaps another panel", panel["title"]);
        }
        for target in panel["targets"].as_array().expect("targets") {
            let expression = target["expr"].as_str().expect("an expression");
            assert!(!expression.contains("$__") || expression.contains("$__rate_interval"), "{expression}");
            let expression = expression.replace("$__rate_interval", "5m");
            rules.push(json!({ "record": format!("panel:{}", rules.len()), "expr": expression }));
        }
    }
    assert!(ids.len() > 10 && rules.len() >= ids.len());
    // JSON is valid YAML; promtool checks each expression of the dashboard.
    let folder = tempfile::tempdir().expect("a folder");
    let generated = folder.path().join("dashboard.yml");
    fs::write(&generated, json!({ "groups": [{ "name": "dashboard", "rules": rules }] }).to_string()).expect("written");
    check(&generated);
}
