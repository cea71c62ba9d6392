//! Builds the web app before the crate that embeds it. It runs npm only if the web app's sources have changed since
//! `ui/dist` was made, so that a change in Rust alone costs nothing.

use std::collections::hash_map::DefaultHasher;
use std::fs::{self, File};
use std::hash::{Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime};

use flate2::Compression;
use flate2::write::GzEncoder;

#[path = "build/api_example.rs"]
mod api_example;
#[path = "build/api_page.rs"]
mod api_page;
#[path = "build/licences.rs"]
mod licences;

/// The sources of the web app, under `ui/`.
const SOURCES: [&str; 9] = [
    "src",
    "public",
    "vendor",
    "build",
    "index.html",
    "package.json",
    "package-lock.json",
    "tsconfig.json",
    "vite.config.ts",
];
const OLDEST_NODE: (u32, u32) = (20, 19);

fn main() {
    println!("cargo:rerun-if-changed=build/api_example.rs");
    println!("cargo:rerun-if-changed=build/api_page.rs");
    println!("cargo:rerun-if-changed=build/licences.rs");
    println!("cargo:rerun-if-changed={}/LICENSE", licences::FONTS);
    println!("cargo:rerun-if-changed=Cargo.lock");
    println!("cargo:rerun-if-changed=docs");
    println!("cargo:rerun-if-changed=ui/openapi.json");
    finish_description();
    squeeze("handbook.json.gz", handbook());
    pack_relocations();
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=migrations");
    println!("cargo:rerun-if-changed=ui/dist/index.html");
    println!("cargo:rerun-if-env-changed=KAPOK_WEB");
    // For work on Rust alone while the web app does not build: embed what ui/dist holds.
    if std::env::var_os("KAPOK_WEB").is_none_or(|wish| wish != "keep") {
        let ui = Path::new("ui");
        for source in SOURCES {
            println!("cargo:rerun-if-changed=ui/{source}");
        }
        if let Err(problem) = build_web_app(ui) {
            eprintln!("\nThe web app could not be built: {problem}\n");
            std::process::exit(1);
        }
    }
    // After the web app: in a fresh clone, that step fetches the packages whose licences are listed.
    squeeze("licences.txt.gz", licences::text());
}

/// A static position-independent binary has fifty thousand relocations. Packed, they take 1.2 MB less, and glibc 2.36
/// or newer unpacks them.
fn pack_relocations() {
    let of_target = |name: &str| std::env::var(format!("CARGO_CFG_TARGET_{name}")).unwrap_or_default();
    let is_static = of_target("FEATURE").split(',').any(|feature| feature == "crt-static");
    if is_static && of_target("OS") == "linux" && of_target("ENV") == "gnu" {
        println!("cargo:rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
}

/// Prepares the API description on one line and its page at build time, so that the server does not have to.
fn finish_description() {
    let read = fs::read_to_string("ui/openapi.json").map_err(|error| error.to_string());
    let document = read.and_then(|text| {
        serde_json::from_str::<serde_json::Value>(&text).map_err(|error| format!("ui/openapi.json is no JSON: {error}"))
    });
    for (name, text) in [
        ("openapi.json", document.as_ref().map(serde_json::Value::to_string).map_err(Clone::clone)),
        ("api.html", document.as_ref().map(api_page::render).map_err(Clone::clone)),
    ] {
        squeeze(&format!("{name}.gz"), text);
    }
}

/// The Markdown of the handbook's pages by name, as JSON.
fn handbook() -> Result<String, String> {
    let mut pages = serde_json::Map::new();
    for entry in fs::read_dir("docs").map_err(|error| error.to_string())? {
        let path = entry.map_err(|error| error.to_string())?.path();
        let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        if path.extension().is_some_and(|extension| extension == "md") {
            pages.insert(name, fs::read_to_string(&path).map_err(|error| error.to_string())?.into());
        }
    }
    Ok(serde_json::Value::from(pages).to_string())
}

/// Compresses long texts that are rarely read, such as the output of `kapok licences`.
fn squeeze(name: &str, text: Result<String, String>) {
    let folder = std::env::var("OUT_DIR").unwrap_or_default();
    let written = text.and_then(|text| {
        let mut squeezed = GzEncoder::new(Vec::new(), Compression::best());
        let bytes = squeezed.write_all(text.as_bytes()).and_then(|()| squeezed.finish());
        bytes.and_then(|bytes| fs::write(Path::new(&folder).join(name), bytes)).map_err(|error| error.to_string())
    });
    if let Err(problem) = written {
        eprintln!("\n{name} could not be made: {problem}\n");
        std::process::exit(1);
    }
}

fn build_web_app(ui: &Path) -> Result<(), String> {
    // Two builds at once (such as debug and release) must not write to the same folder.
    let lock = File::create(ui.join(".build-lock")).map_err(|error| format!("ui/ is not writable: {error}"))?;
    lock.lock().map_err(|error| error.to_string())?;

    let wanted = fingerprint(ui)?;
    let stamp = ui.join("dist/.stamp");
    if fs::read_to_string(&stamp).is_ok_and(|found| found == wanted) && ui.join("dist/index.html").is_file() {
        return Ok(());
    }
    check_node()?;
    if is_older(&ui.join("node_modules/.package-lock.json"), &ui.join("package-lock.json")) {
        run(ui, &["install", "--no-audit", "--no-fund", "--ignore-scripts", "--no-save"])?;
    }
    run(ui, &["run", "build"])?;
    // Cargo compares this file's time with the start of this script. An old time triggers another run only if the
    // file is missing.
    let long_ago = SystemTime::UNIX_EPOCH + Duration::from_secs(946_684_800);
    File::options()
        .append(true)
        .open(ui.join("dist/index.html"))
        .and_then(|page| page.set_modified(long_ago))
        .map_err(|error| format!("the build left no ui/dist/index.html: {error}"))?;
    fs::write(stamp, wanted).map_err(|error| error.to_string())
}

fn check_node() -> Result<(), String> {
    let needed = format!(
        "Node.js {}.{} or newer with npm is needed (https://nodejs.org, or your system's packages)",
        OLDEST_NODE.0, OLDEST_NODE.1
    );
    let output =
        Command::new("node").arg("--version").output().map_err(|_| format!("node was not found. {needed}."))?;
    let text = String::from_utf8_lossy(&output.stdout).trim().trim_start_matches('v').to_owned();
    let mut numbers = text.split('.').map(|part| part.parse::<u32>().unwrap_or(0));
    let found = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    if found < OLDEST_NODE { Err(format!("Node.js {text} is too old. {needed}.")) } else { Ok(()) }
}

fn run(ui: &Path, arguments: &[&str]) -> Result<(), String> {
    let status = Command::new("npm")
        .args(arguments)
        .current_dir(ui)
        // Npm's output goes to this script's standard error, which cargo shows on failure.
        .stdout(std::io::stderr())
        .status()
        .map_err(|_| "npm was not found; it comes with Node.js".to_owned())?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("`npm {}` failed in ui/; its output is above", arguments.join(" ")))
    }
}

fn is_older(file: &Path, than: &Path) -> bool {
    let time = |path: &Path| fs::metadata(path).and_then(|found| found.modified()).ok();
    match (time(file), time(than)) {
        (Some(file), Some(than)) => file < than,
        _ => true,
    }
}

/// A digest of every source's path and content: times change with a checkout, content does not.
fn fingerprint(ui: &Path) -> Result<String, String> {
    let mut files = Vec::new();
    for source in SOURCES {
        collect(&ui.join(source), &mut files);
    }
    // Generated from the API description for type checks; it does not change the web app.
    files.retain(|file| !file.ends_with("src/api/schema.d.ts"));
    files.sort();
    let mut digest = DefaultHasher::new();
    for file in files {
        file.hash(&mut digest);
        fs::read(&file).map_err(|error| format!("{} cannot be read: {error}", file.display()))?.hash(&mut digest);
    }
    Ok(format!("{:016x}", digest.finish()))
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(path) else {
        if path.is_file() {
            files.push(path.to_owned());
        }
        return;
    };
    for entry in entries.flatten() {
        collect(&entry.path(), files);
    }
}
