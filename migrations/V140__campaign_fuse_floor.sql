-- So many scans in one hour are never too many times the usual; null is twenty, as it was for those that are there.
alter table campaign_fuse add column floor integer check (floor >= 1);
