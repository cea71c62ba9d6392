-- The trail is looked through by who, by what, by what it was done to, and by when; an index ends with the line's
-- number, so that each gives its lines in their order.
create index audit_entry_by_actor on audit_entry (actor);
create index audit_entry_by_action on audit_entry (action);
create index audit_entry_by_target on audit_entry (target);
create index audit_entry_by_time on audit_entry (created_at_ms);
