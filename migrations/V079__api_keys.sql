-- Where a key may be used from, as networks separated by blanks; empty for anywhere.
alter table api_key add column networks text not null default '';
-- Points that may be awarded with it in a Hong Kong day; null for no cap of its own.
alter table api_key add column daily_cap integer check (daily_cap > 0);
alter table api_key add column last_used_at_ms integer;
-- Raised by every change, so that two owners don't overwrite each other.
alter table api_key add column version integer not null default 1;
-- Until now a key did all that a counter does, whatever was written here.
update api_key set scopes = 'award collect activity';
