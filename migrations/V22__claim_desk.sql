-- The member of staff who looks after a claim that waits; null for nobody. A decision ends it.
alter table claim add column assigned_to blob references staff (id);
-- The undoing of the claim's award that opened it again: when, by whom and why. It stays when the claim is decided anew.
alter table claim add column reopened_at_ms integer;
alter table claim add column reopened_by_name text;
alter table claim add column reopened_reason text;
create index claim_of_staff on claim (assigned_to, waiting_since_ms, id) where status = 'waiting' and assigned_to is not null;
