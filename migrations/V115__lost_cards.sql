-- Since when an earlier short id finds nobody: the member lost that card and was given another. The row stays, so that the
-- id is never given out again. Null while it still finds them, as it does after a merger.
alter table member_alias add column dead_at_ms integer;
