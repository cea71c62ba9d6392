//! Filled folders, kept in `target/bench/` for the next run.

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use kapok::base::clock::Clock;

use crate::support::Server;
use crate::support::actors::{self, Actors};

/// The folder of the kept folders.
pub const KEPT: &str = "target/bench";

/// The folder that a round uses up.
const USED: &str = "target/bench/used";

/// A copy of a folder for one round, so that each round begins with the same number of transactions. The copy is on the
/// disk before it returns: otherwise the system would write it during the measurement.
pub fn copy(from: &Path) -> PathBuf {
    let to = PathBuf::from(USED);
    let _ = fs::remove_dir_all(&to);
    copy_into(from, &to);
    to
}

fn copy_into(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder").flatten() {
        let (path, copied) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy_into(&path, &copied);
        } else {
            fs::copy(&path, &copied).expect("copied");
            fs::File::open(&copied).and_then(|file| file.sync_all()).expect("on the disk");
        }
    }
}

/// A filled folder.
pub struct Filled {
    pub path: PathBuf,
    pub actors: Rc<Actors>,
}

/// A number for the schema and for what the bench adds: a folder is filled anew when one has changed.
fn schema() -> u64 {
    let listed = fs::read_dir("migrations").expect("the migrations").flatten();
    let mut names: Vec<_> = listed.map(|one| one.path()).collect();
    names.sort();
    let mut hasher = DefaultHasher::new();
    actors::FORMAT.hash(&mut hasher);
    names.iter().for_each(|name| fs::read(name).expect("a migration").hash(&mut hasher));
    hasher.finish()
}

/// The folder of that size: filled now, or kept from an earlier run. An interrupted filling begins anew.
pub fn with(binary: &str, members: u32, transactions: u32) -> Filled {
    let kept = Path::new(KEPT);
    let name = format!("filled-{members}-{transactions}");
    let path = kept.join(format!("{name}-{:016x}", schema()));
    if !path.exists() {
        for old in fs::read_dir(kept).into_iter().flatten().flatten() {
            // Filled under another schema, or cut short.
            if old.file_name().to_string_lossy().starts_with(&format!("{name}-")) {
                fs::remove_dir_all(old.path()).expect("removed");
            }
        }
        let begun = kept.join(format!("{name}-begun"));
        fs::create_dir_all(&begun).expect("a folder");
        println!("filling {members} members and {transactions} transactions …");
        let size = ["--members".to_owned(), members.to_string(), "--transactions".to_owned(), transactions.to_string()];
        let server = Server::start(binary, begun.clone(), &size, &[]);
        println!("filled after {:.0} s", server.ready.as_secs_f64());
        server.stop();
        actors::prepare(&begun, Clock::system()).expect("sessions");
        fs::rename(&begun, &path).expect("renamed");
    }
    Filled { actors: Rc::new(Actors::of(&path)), path }
}
