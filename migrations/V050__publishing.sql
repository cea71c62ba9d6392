-- Content stands in one of four states: archived where archived_at_ms is set, else a draft where it
-- is not active, else scheduled until publish_at_ms, else published.
alter table partner add column publish_at_ms integer;
alter table partner add column archived_at_ms integer;
alter table article add column publish_at_ms integer;
alter table article add column archived_at_ms integer;
alter table item add column publish_at_ms integer;
alter table item add column archived_at_ms integer;
alter table campaign add column publish_at_ms integer;
alter table campaign add column archived_at_ms integer;

-- Below this stock an item is named in the summary; never where it is null.
alter table item add column low_stock integer check (low_stock is null or low_stock >= 0);
