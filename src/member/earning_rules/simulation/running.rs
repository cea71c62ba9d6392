//! The simulations that are running, so that the admin can show their progress and stop them.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::{SIMULATION_RUNNING, SIMULATION_STOPPED};
use crate::base::clock::Timestamp;
use crate::base::id::{EarningRuleId, PartnerId};
use crate::base::problem::AppResult;

/// The end of a simulation that has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SimulationEnd {
    /// Somebody stopped it.
    Stopped,
    /// The simulation failed; the log says why.
    Failed,
}

/// A simulation that runs, or ended without a result.
#[derive(Debug)]
pub struct RunningSimulation {
    /// The time at which it began.
    pub started: Timestamp,
    done: AtomicI64,
    total: AtomicI64,
    stopped: AtomicBool,
    end: Mutex<Option<SimulationEnd>>,
}

impl RunningSimulation {
    /// The number of purchases replayed so far, and the number of all of them.
    pub fn progress(&self) -> (i64, i64) {
        let done = self.done.load(Ordering::Relaxed);
        (done, self.total.load(Ordering::Relaxed).max(done))
    }

    /// The end of the simulation; `None` while it runs.
    pub fn end(&self) -> Option<SimulationEnd> {
        *self.end.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn expect(&self, total: i64) {
        self.total.store(total, Ordering::Relaxed);
    }

    /// Counts a purchase. Fails with [`SIMULATION_STOPPED`].
    pub(super) fn step(&self) -> AppResult<()> {
        self.done.fetch_add(1, Ordering::Relaxed);
        if self.stopped.load(Ordering::Relaxed) { Err(SIMULATION_STOPPED.into()) } else { Ok(()) }
    }
}

/// The subject of a simulation. Each subject has at most one running simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Simulated {
    /// The newest version of a rule.
    Rule(EarningRuleId),
    /// Other rates of a partner.
    Rates(PartnerId),
}

/// The simulations of a server.
#[derive(Clone, Debug, Default)]
pub struct RunningSimulations(Arc<Mutex<HashMap<Simulated, Arc<RunningSimulation>>>>);

impl RunningSimulations {
    /// Begins a simulation. Fails with [`SIMULATION_RUNNING`] while a simulation of the same subject runs.
    pub fn begin(&self, of: Simulated, now: Timestamp) -> AppResult<Arc<RunningSimulation>> {
        let mut jobs = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if jobs.get(&of).is_some_and(|job| job.end().is_none()) {
            return Err(SIMULATION_RUNNING.into());
        }
        // Only the newest simulation that ended without a result is remembered.
        jobs.retain(|_, job| job.end().is_none());
        let job = RunningSimulation {
            started: now,
            done: AtomicI64::new(0),
            total: AtomicI64::new(0),
            stopped: AtomicBool::new(false),
            end: Mutex::new(None),
        };
        let job = Arc::new(job);
        jobs.insert(of, job.clone());
        Ok(job)
    }

    /// The simulation that runs or ended without a result.
    pub fn of(&self, of: Simulated) -> Option<Arc<RunningSimulation>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&of).cloned()
    }

    /// Stops a simulation, if one runs.
    pub fn stop(&self, of: Simulated) {
        if let Some(job) = self.of(of) {
            job.stopped.store(true, Ordering::Relaxed);
        }
    }

    /// Forgets a simulation that has a result, or remembers how it ended without one.
    pub fn finish(&self, of: Simulated, end: Option<SimulationEnd>) {
        let mut jobs = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match (end, jobs.get(&of)) {
            (Some(end), Some(job)) => *job.end.lock().unwrap_or_else(PoisonError::into_inner) = Some(end),
            _ => drop(jobs.remove(&of)),
        }
    }
}
