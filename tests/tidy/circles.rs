//! Files of `src/` do not import each other in a circle: whoever reads one can read what it uses first.
//!
//! A file may name what stands in the `mod.rs` of a folder around it (`use super::Record`), and a `mod.rs` may use the
//! files of its folder: the folder is read from its `mod.rs` on. A name that the `mod.rs` only passes on
//! (`pub use self::file::Name`) counts as an import of that file.

use std::collections::{BTreeMap, BTreeSet};

use super::{code, report, sources};

type ModulePath = Vec<String>;

/// A file: the path of its module, and the paths that it names.
struct File {
    module: ModulePath,
    named: Vec<ModulePath>,
    /// The names that it passes on, and where they stand.
    passed_on: BTreeMap<String, ModulePath>,
}

fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The paths of a `use` tree: `a::{b, c::d}` is `a::b` and `a::c::d`. Returns them and the rest of the text.
fn tree<'t>(text: &'t str, before: &[String], found: &mut Vec<ModulePath>) -> &'t str {
    let mut path = before.to_vec();
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        if let Some(mut inner) = rest.strip_prefix('{') {
            loop {
                inner = tree(inner, &path, found).trim_start();
                match inner.strip_prefix(',') {
                    Some(more) => inner = more,
                    None => return inner.strip_prefix('}').unwrap_or(inner),
                }
            }
        }
        let length = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
        let (name, after) = rest.split_at(length);
        match name {
            "self" => {}
            "" => break,
            _ => path.push(name.to_owned()),
        }
        let Some(further) = after.strip_prefix("::") else {
            rest = after.trim_start();
            // The name after `as` is an alias.
            if let Some(alias) = rest.strip_prefix("as ") {
                rest = alias.trim_start_matches(is_name);
            }
            break;
        };
        rest = further;
    }
    if path.len() > before.len() || text.trim_start().starts_with("self") {
        found.push(path);
    }
    rest
}

/// The absolute paths that a text of that module names by `crate::`, `super::` or `self::`.
fn named(module: &[String], text: &str) -> Vec<ModulePath> {
    let mut found = Vec::new();
    for head in ["crate::", "super::", "self::"] {
        for (at, _) in text.match_indices(head) {
            let before = &text[..at];
            if before.ends_with(is_name) || before.ends_with("::") {
                continue;
            }
            let mut start = if head == "crate::" { Vec::new() } else { module.to_vec() };
            let mut rest = &text[at..];
            while let Some(further) = rest.strip_prefix("super::") {
                start.pop();
                rest = further;
            }
            rest = rest.strip_prefix("crate::").or(rest.strip_prefix("self::")).unwrap_or(rest);
            tree(rest, &start, &mut found);
        }
    }
    found
}

fn file(path: &str, text: &str) -> File {
    let inner = path.trim_start_matches("src/").trim_end_matches(".rs");
    let module: ModulePath =
        inner.split('/').filter(|name| !matches!(*name, "mod" | "lib" | "main")).map(str::to_owned).collect();
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let text: String = lines.flat_map(|line| [line, "\n"]).collect();
    let mut passed_on = BTreeMap::new();
    for statement in text.split(';').filter_map(|part| part.split("pub use ").nth(1)) {
        let mut paths = Vec::new();
        tree(statement.trim_start_matches("self::"), &module, &mut paths);
        passed_on.extend(paths.into_iter().filter_map(|path| Some((path.last()?.clone(), path))));
    }
    File { named: named(&module, &text), module, passed_on }
}

/// The place of the file in which a path stands: the longest module that it begins with.
fn home(modules: &BTreeMap<&[String], usize>, path: &[String]) -> Option<usize> {
    (1..=path.len()).rev().find_map(|length| modules.get(&path[..length]).copied())
}

/// The files that each file imports.
fn imports(files: &[File]) -> Vec<BTreeSet<usize>> {
    let modules: BTreeMap<&[String], usize> =
        files.iter().enumerate().map(|(number, file)| (file.module.as_slice(), number)).collect();
    let imported = |file: &File| {
        let targets = file.named.iter().filter_map(|path| {
            let target = home(&modules, path)?;
            let name = path.get(files[target].module.len());
            let origin = name.and_then(|name| home(&modules, files[target].passed_on.get(name)?));
            match origin {
                Some(origin) => Some(origin),
                // A file may name what stands in a folder around it.
                None => (!file.module.starts_with(&files[target].module)).then_some(target),
            }
        });
        targets.filter(|target| files[*target].module != file.module).collect()
    };
    files.iter().map(imported).collect()
}

/// Each circle of files, from one of its files back to it.
fn circles(texts: &[(String, &str)]) -> Vec<String> {
    let files: Vec<File> = texts.iter().map(|(path, text)| file(path, text)).collect();
    let imports = imports(&files);
    let (mut done, mut found) = (BTreeSet::new(), Vec::new());
    for start in 0..files.len() {
        visit(start, &imports, &mut Vec::new(), &mut done, &mut |circle| {
            let names: Vec<&str> = circle.iter().map(|number| texts[*number].0.as_str()).collect();
            found.push(format!("{} > {}", names.join(" > "), names[0]));
        });
    }
    found
}

fn visit(
    file: usize,
    imports: &[BTreeSet<usize>],
    path: &mut Vec<usize>,
    done: &mut BTreeSet<usize>,
    report: &mut impl FnMut(&[usize]),
) {
    if let Some(begin) = path.iter().position(|one| *one == file) {
        report(&path[begin..]);
        return;
    }
    if done.contains(&file) {
        return;
    }
    path.push(file);
    for next in &imports[file] {
        visit(*next, imports, path, done, report);
    }
    path.pop();
    done.insert(file);
}

#[test]
fn files_import_each_other_in_no_circle() {
    let sources = sources();
    let texts: Vec<(String, &str)> =
        sources.iter().map(|source| (source.path.to_string_lossy().into_owned(), code(source))).collect();
    report(&circles(&texts));
}

#[test]
fn a_planted_circle_is_reported() {
    let found = |files: &[(&str, &'static str)]| {
        let texts: Vec<(String, &str)> = files.iter().map(|(path, text)| ((*path).to_owned(), *text)).collect();
        circles(&texts)
    };
    let one_way = ("src/core/a.rs", "use crate::core::{b::{self, Sum}, c};");
    let back = ("src/core/b.rs", "fn find() {\n    super::c::find()\n}");
    assert!(found(&[one_way, back, ("src/core/c.rs", "// use super::a;")]).is_empty(), "a comment is no import");
    assert_eq!(
        found(&[one_way, back, ("src/core/c.rs", "use super::a::Part as Piece;")]),
        ["src/core/a.rs > src/core/b.rs > src/core/c.rs > src/core/a.rs"]
    );
    let folder = ("src/core/mod.rs", "pub use self::a::First;\nuse self::b::Second;\nstruct Record;");
    let record = [folder, ("src/core/a.rs", "use super::b;"), ("src/core/b.rs", "use super::Record;")];
    assert!(found(&record).is_empty(), "a file may name what its folder defines");
    let passed_on = [folder, ("src/core/a.rs", "use super::b;"), ("src/core/b.rs", "use super::First;")];
    assert_eq!(found(&passed_on), ["src/core/a.rs > src/core/b.rs > src/core/a.rs"]);
}
