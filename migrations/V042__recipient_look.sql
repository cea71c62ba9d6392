-- A row counts how many short ids one member looked up before a transfer on one Hong Kong day.
create table recipient_look (
    member_id blob    not null references member (id),
    day       integer not null,
    looks     integer not null check (looks > 0),
    primary key (member_id, day)
) strict, without rowid;
