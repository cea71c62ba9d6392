-- One row: counted up by the readiness probe, which so proves that a change reaches the disk.
create table store_heartbeat (
    one   integer not null primary key check (one = 1),
    beats integer not null
) strict;
insert into store_heartbeat (one, beats) values (1, 0);
