//! Members who pay and read at a steady rate, alone and while the server does other work.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use super::{Sender, Times, drive};

/// Time between two requests of a member: far below the server's capacity, so that waiting shows.
const PACE: Duration = Duration::from_millis(50);

/// Signed-in members, each with one connection to pay and one to read.
pub struct Members {
    senders: Vec<Sender>,
    address: SocketAddr,
    keys: AtomicU64,
}

impl Members {
    pub fn sign_in(address: SocketAddr, count: usize) -> Self {
        Self { senders: Sender::sign_in(address, count), address, keys: AtomicU64::new(0) }
    }

    /// Times of payments and reads of points while `wanted`.
    pub fn measure(&self, wanted: &AtomicBool) -> (Times, Times) {
        let (senders, over) = (&self.senders, || !wanted.load(Ordering::Relaxed));
        std::thread::scope(|scope| {
            let paid = scope.spawn(|| {
                drive(self.address, senders.len(), over, |connection, worker| {
                    let number = self.keys.fetch_add(1, Ordering::Relaxed);
                    senders[worker].pay(connection, &format!("beside-{}-{number}", std::process::id()));
                    Some(PACE)
                })
            });
            let looked = drive(self.address, senders.len(), over, |connection, worker| {
                senders[worker].look(connection, "/api/auth/getUserInfo");
                Some(PACE)
            });
            (paid.join().expect("payers"), looked)
        })
    }
}

/// Prints the times of a kind of request alone and beside the work.
pub fn tell(what: &str, alone: &Times, beside: &Times) {
    for (name, share) in [("p50", 0.5), ("p99", 0.99), ("most", 1.0)] {
        let [before, during] = [alone, beside].map(|times| times.at(share).as_secs_f64() * 1e3);
        println!("{:<40}{name:>5}{before:>9.1} ms{during:>9.1} ms{:>8.2} x", what, during / before);
    }
}

/// Runs something for that long.
pub fn during<T: Send>(time: Duration, work: impl FnOnce(&AtomicBool) -> T + Send) -> T {
    let wanted = AtomicBool::new(true);
    std::thread::scope(|scope| {
        let working = scope.spawn(|| work(&wanted));
        std::thread::sleep(time);
        wanted.store(false, Ordering::Relaxed);
        working.join().expect("no trouble")
    })
}
