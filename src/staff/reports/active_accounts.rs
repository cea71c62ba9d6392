//! A set of accounts: a bit for each, by its id.

use crate::core::ledger::AccountId;

/// Accounts, without their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ActiveAccounts(Vec<u8>);

impl ActiveAccounts {
    /// Adds an account.
    pub(super) fn add(&mut self, account: AccountId) {
        let id = usize::try_from(account.get()).unwrap_or(0);
        if self.0.len() <= id / 8 {
            self.0.resize(id / 8 + 1, 0);
        }
        self.0[id / 8] |= 1 << (id % 8);
    }

    /// Adds the accounts of a stored set.
    pub(super) fn add_all(&mut self, stored: &[u8]) {
        if self.0.len() < stored.len() {
            self.0.resize(stored.len(), 0);
        }
        for (byte, more) in self.0.iter_mut().zip(stored) {
            *byte |= more;
        }
    }

    /// The number of accounts.
    pub(super) fn count(&self) -> usize {
        self.0.iter().map(|byte| byte.count_ones() as usize).sum()
    }

    /// The set as it is stored.
    pub(super) fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::ActiveAccounts;
    use crate::core::ledger::AccountId;

    #[test]
    fn an_account_is_counted_once_however_often_it_is_added() {
        let of = |ids: &[i64]| {
            let mut set = ActiveAccounts::default();
            ids.iter().for_each(|id| set.add(AccountId::from_row(*id)));
            set
        };
        assert_eq!(of(&[]).count(), 0);
        assert_eq!(of(&[5, 7, 8, 1_000_000, 7]).count(), 4);
        assert_eq!(of(&[8]).as_bytes(), [0, 1]);
        for (one, other) in [(of(&[5, 9]), of(&[9, 70])), (of(&[9, 70]), of(&[5, 9]))] {
            let mut both = one.clone();
            both.add_all(other.as_bytes());
            assert_eq!(both, of(&[5, 9, 70]));
            assert_eq!(both.count(), 3);
        }
    }
}
