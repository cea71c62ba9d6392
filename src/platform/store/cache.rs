//! The memory of the writer between changes. It keeps values that many changes read and few change.
//!
//! Only the writer's thread uses the cache, so a value is always that of the transaction in which it is asked for. A
//! value that was loaded or replaced after an uncommitted change of it is dropped when a change is rolled back. The
//! whole cache is dropped when a batch is lost, and when another process has changed the database.

use std::any::{Any, TypeId};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use super::unwritten::UnwrittenSums;

#[derive(Default)]
pub(super) struct WriterCache {
    entries: RefCell<HashMap<TypeId, Entry>>,
    /// Sums of the batch that are not written yet.
    pub(super) sums: UnwrittenSums,
}

struct Entry {
    /// `None` after a change: the next use loads it.
    value: Option<Rc<dyn Any>>,
    /// Whether the rows behind the value have an uncommitted change.
    changed: bool,
}

impl WriterCache {
    pub(super) fn get<T: Any>(&self) -> Option<Rc<T>> {
        let entries = self.entries.borrow();
        entries.get(&TypeId::of::<T>())?.value.clone()?.downcast().ok()
    }

    /// Keeps a value that was loaded.
    pub(super) fn fill<T: Any>(&self, value: Rc<T>) {
        let mut entries = self.entries.borrow_mut();
        let changed = entries.get(&TypeId::of::<T>()).is_some_and(|entry| entry.changed);
        entries.insert(TypeId::of::<T>(), Entry { value: Some(value), changed });
    }

    /// Replaces or drops a value because the rows behind it were changed.
    pub(super) fn change<T: Any>(&self, value: Option<Rc<T>>) {
        let value = value.map(|value| value as Rc<dyn Any>);
        self.entries.borrow_mut().insert(TypeId::of::<T>(), Entry { value, changed: true });
    }

    /// Takes back the changes of sums after a mark, and drops the values with uncommitted changes, because some of these
    /// changes were rolled back.
    pub(super) fn undo_to(&self, mark: usize) {
        self.sums.undo_to(mark);
        for entry in self.entries.borrow_mut().values_mut().filter(|entry| entry.changed) {
            entry.value = None;
        }
    }

    /// The batch was committed.
    pub(super) fn committed(&self) {
        self.entries.borrow_mut().values_mut().for_each(|entry| entry.changed = false);
    }

    /// Drops everything.
    pub(super) fn clear(&self) {
        self.sums.clear();
        self.entries.borrow_mut().clear();
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::WriterCache;

    #[test]
    fn a_rollback_drops_what_was_changed_and_what_was_loaded_after_it() {
        let cache = WriterCache::default();
        cache.fill(Rc::new(1_u32));
        cache.fill(Rc::new("kept"));
        cache.change(Some(Rc::new(2_u32)));
        cache.undo_to(0);
        assert_eq!((cache.get::<u32>(), cache.get::<&str>()), (None, Some(Rc::new("kept"))));
        // The change before the rollback may still be undone as well, so what is loaded now counts as changed.
        cache.fill(Rc::new(2_u32));
        cache.undo_to(0);
        assert_eq!(cache.get::<u32>(), None);
    }

    #[test]
    fn a_commit_keeps_what_was_changed() {
        let cache = WriterCache::default();
        cache.change(Some(Rc::new(2_u32)));
        cache.committed();
        cache.undo_to(0);
        assert_eq!(cache.get::<u32>(), Some(Rc::new(2)));
        cache.clear();
        assert_eq!(cache.get::<u32>(), None);
    }
}
