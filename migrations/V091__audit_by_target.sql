-- What was done to one thing, such as a member, without reading the whole trail.
create index audit_by_target on audit_entry (target, seq);
