-- A row is the PIN of a member who has a card and nothing else. It is asked before the card opens a balance or spends
-- anything at a counter: what is printed on the card and on statements is no secret.
create table card_pin (
    member_id        blob    not null primary key references member (id),
    pin_hash         text    not null,
    -- Wrong PINs since the last right one, and the pause that they brought.
    failures         integer not null default 0 check (failures >= 0),
    blocked_until_ms integer not null default 0,
    -- Wrong PINs since it was set.
    wrong_pins       integer not null default 0 check (wrong_pins >= 0),
    -- From then on it opens nothing, until another one is set at the desk.
    locked_at_ms     integer,
    set_at_ms        integer not null
) strict, without rowid;
