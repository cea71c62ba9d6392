//! Runs the shell commands of the handbook as printed, page by page, in a separate root folder.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use age::secrecy::ExposeSecret;

use crate::support::{certificates, demo_folder, text};

/// Blocks that other tests run, because they need Litestream, a bucket, a key or a server that answers calls.
const RUN_ELSEWHERE: [(&str, &str); 9] = [
    ("standby", "litestream restore"),
    ("backup", "kapok backup list"),
    ("api", "curl "),
    // `tools/check-clients` runs these generators, in the same versions.
    ("api", "npm install "),
    ("api", "pip install "),
    ("partner-guide", "curl "),
    ("earn-links", "until="),
    // It reads a certificate that Apple has issued.
    ("wallet-passes", "openssl x509"),
    // `tools/deb` builds that package. A test that installs packages would change this machine.
    ("go-live", "sudo apt install"),
];

/// Replaces `kapok`: a command that serves is stopped once it listens, and must exit without an error.
const KAPOK: &str = r#"#!/bin/bash
verb=$1
[ "$verb" != import ] || export KAPOK_DATA_DIR=$ROOT/fresh
case "$verb" in
serve | demo)
    coproc "$BINARY" "$@"
    server=$COPROC_PID
    while read -r line; do case "$line" in *http*) kill -TERM "$server" ;; esac; done <&"${COPROC[0]}"
    wait "$server"
    ;;
*) exec "$BINARY" "$@" ;;
esac
"#;

/// Replaces `install`: drops owner and group, because the page's user does not exist on this machine.
const INSTALL: &str = r#"#!/bin/bash
kept=()
while [ $# -gt 0 ]; do
    case "$1" in
    -o | -g) shift 2 ;;
    *) kept+=("$1"); shift ;;
    esac
done
exec /usr/bin/install "${kept[@]}"
"#;

/// The shell blocks of a page, in order.
fn blocks(page: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut open = false;
    for line in page.lines().map(str::trim) {
        match line {
            "```sh" => found.push(String::new()),
            _ if open && line != "```" => *found.last_mut().expect("a block") += &format!("{line}\n"),
            _ => {}
        }
        open = line == "```sh" || (open && line != "```");
    }
    found
}

/// The first block of settings of a page.
fn settings(page: &str) -> Option<&str> {
    page.split("```toml\n").nth(1)?.split("```").next()
}

fn program(root: &Path, name: &str, script: &str) {
    let path = root.join("bin").join(name);
    fs::write(&path, script).expect("written");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("changed");
}

/// A root folder with a demo's data, an archive of it, and stand-ins for the machine's own programs.
fn root(page: &str) -> tempfile::TempDir {
    let demo = demo_folder();
    let root = tempfile::tempdir().expect("a folder");
    for folder in ["bin", "work", "etc/kapok", "etc/systemd/system", "mnt/backups", "tmp", "usr/bin", "var/lib", "home"]
    {
        fs::create_dir_all(root.path().join(folder)).expect("a folder");
    }
    program(root.path(), "kapok", KAPOK);
    program(root.path(), "sudo", "#!/bin/sh\nexec \"$@\"\n");
    program(root.path(), "systemctl", "#!/bin/sh\n");
    program(root.path(), "journalctl", "#!/bin/sh\n");
    program(root.path(), "useradd", "#!/bin/sh\n");
    program(root.path(), "install", INSTALL);
    let key = age::x25519::Identity::generate();
    let work = root.path().join("work");
    fs::write(work.join("key.txt"), key.to_string().expose_secret()).expect("written");
    fs::write(root.path().join("recipient"), key.to_public().to_string()).expect("written");
    for name in ["kapok", "kapok-of-before"] {
        fs::copy(env!("CARGO_BIN_EXE_kapok"), work.join(name)).expect("copied");
    }
    let [certificate, private] = certificates(&work);
    fs::rename(certificate, work.join("fullchain.pem")).expect("renamed");
    fs::rename(private, work.join("privkey.pem")).expect("renamed");
    for copy in ["kapok", "kapok-standby"] {
        let to = root.path().join("var/lib").join(copy);
        let copied = Command::new("cp").arg("-a").arg(demo.path()).arg(to).status();
        assert!(copied.expect("runs").success());
    }
    let archive = Command::new(env!("CARGO_BIN_EXE_kapok"))
        .args(["backup", "--data-dir"])
        .arg(demo.path())
        .arg(root.path().join("archive"))
        .output();
    assert!(archive.expect("runs").status.success());
    let names = page.split(|c: char| c.is_whitespace() || c == '`' || c == '/');
    for name in names.filter(|name| name.ends_with("Z.tar.zst")) {
        for folder in ["work", "var/lib/kapok/backups", "mnt/backups"] {
            fs::create_dir_all(root.path().join(folder)).expect("a folder");
            fs::copy(root.path().join("archive"), root.path().join(folder).join(name)).expect("copied");
        }
    }
    root
}

/// The block with its folders moved into that root and its placeholders filled in.
fn in_root(block: &str, root: &Path) -> String {
    let recipient = fs::read_to_string(root.join("recipient")).expect("a key");
    let mut text = block.replace("age1…", &recipient).replace("127.0.0.1:8081", "127.0.0.1:0");
    text = text.replace("127.0.0.1:8099", "127.0.0.1:0");
    // The owner of the page's example has to exist in the demo.
    text = text.replace("reset-password --email owner@example.org", "reset-password --email owner@kapok.example");
    // `/tmp/` goes first, because the root itself may be below it.
    for folder in ["/tmp/", "/var/lib/", "/mnt/", "/etc/", "/usr/bin/"] {
        text = text.replace(&format!(" {folder}"), &format!(" {}{folder}", root.display()));
        text = text.replace(&format!("\"{folder}"), &format!("\"{}{folder}", root.display()));
    }
    text
}

#[test]
fn what_the_handbook_shows_for_a_shell_works_as_it_stands() {
    let (mut run, mut elsewhere) = (0, 0);
    for entry in fs::read_dir("docs").expect("a folder").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        // A translation has the blocks of its English page, which a test of the house compares.
        let Some(name) = name.strip_suffix(".md").filter(|name| !name.contains('.')) else { continue };
        let page = fs::read_to_string(entry.path()).expect("text");
        let (others, ours): (Vec<_>, Vec<_>) = blocks(&page)
            .into_iter()
            .partition(|block| RUN_ELSEWHERE.iter().any(|(page, start)| *page == name && block.starts_with(start)));
        elsewhere += others.len();
        if ours.is_empty() {
            continue;
        }
        let root = root(&page);
        if let Some(settings) = settings(&page) {
            let settings = in_root(settings, root.path());
            fs::write(root.path().join("etc/kapok/config.toml"), settings).expect("written");
        }
        for block in ours {
            let mut shell = Command::new("bash");
            shell.args(["-e", "-o", "pipefail", "-c", &in_root(&block, root.path())]).env_clear();
            shell.env("PATH", format!("{}/bin:/usr/bin:/bin", root.path().display()));
            shell.env("ROOT", root.path()).env("BINARY", env!("CARGO_BIN_EXE_kapok"));
            shell.env("HOME", root.path().join("home")).env("TMPDIR", root.path().join("tmp"));
            shell.env("KAPOK_LISTEN", "127.0.0.1:0").env("KAPOK_METRICS__LISTEN", "").env("KAPOK_LOG__FILTER", "error");
            // The page leaves the mail and SMS gateways to the reader.
            shell.env("KAPOK_FORCE", "email.transport,sms.transport");
            if !block.contains("--data-dir") && !block.contains("--config") && !block.contains("kapok demo") {
                shell.env("KAPOK_DATA_DIR", root.path().join("var/lib/kapok"));
            }
            let output = shell.current_dir(root.path().join("work")).output().expect("runs");
            let said = format!("{}{}", text(&output.stdout), text(&output.stderr));
            assert!(output.status.success(), "docs/{name}.md:\n{block}\n{said}");
            run += 1;
        }
    }
    assert!(run >= 15 && elsewhere >= 12, "{run} blocks run here, {elsewhere} run by other tests");
}
