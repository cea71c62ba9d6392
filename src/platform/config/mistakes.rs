//! Collects everything that is wrong with the settings, so that one error reports all of it.

use std::path::Path;

/// Mistakes in the order in which they were found, each a sentence.
#[derive(Default)]
pub(super) struct ConfigErrors {
    found: Vec<String>,
}

impl ConfigErrors {
    pub(super) fn add(&mut self, mistake: impl Into<String>) {
        self.found.push(mistake.into());
    }

    /// Adds the error of a failed check.
    pub(super) fn check(&mut self, outcome: anyhow::Result<()>) {
        if let Err(error) = outcome {
            self.add(format!("{error:#}"));
        }
    }

    /// Runs the work and prefixes its mistakes with the name of the file.
    pub(super) fn in_file<T>(&mut self, path: &Path, work: impl FnOnce(&mut Self) -> T) -> T {
        let mut inner = Self::default();
        let done = work(&mut inner);
        self.found.extend(
            inner.found.into_iter().map(|mistake| format!("in the settings file {}: {mistake}", path.display())),
        );
        done
    }

    /// Fails with all mistakes.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        match self.found.as_slice() {
            [] => Ok(()),
            [one] => Err(anyhow::anyhow!("{one}")),
            many => Err(anyhow::anyhow!("the settings have {} mistakes:\n  {}", many.len(), many.join("\n  "))),
        }
    }
}
