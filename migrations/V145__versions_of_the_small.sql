-- Counts the changes of each: what a change must name, so that nobody overwrites another unseen.
alter table cashier add column version integer not null default 1 check (version > 0);
alter table campaign_fuse add column version integer not null default 1 check (version > 0);
alter table upload add column version integer not null default 1 check (version > 0);
