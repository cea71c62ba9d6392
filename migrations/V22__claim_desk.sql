-- The staff member who works on the claim; null if nobody is assigned. A decision on the claim sets it to null.
alter table claim add column assigned_to blob references staff (id);
-- The reversal of the award that reopened the claim: its time, the staff member and the reason. A later decision
-- keeps these columns.
alter table claim add column reopened_at_ms integer;
alter table claim add column reopened_by_name text;
alter table claim add column reopened_reason text;
create index claim_of_staff on claim (assigned_to, waiting_since_ms, id) where status in ('waiting', 'asked') and assigned_to is not null;
-- The figures of the desk count the answers of this month.
create index claim_answered on claim (decided_at_ms, waiting_since_ms) where status in ('approved', 'refused');
