-- A row is an earn link that a counter showed to a customer: the server made it and stores only the hash of its code. It is
-- deleted some weeks after its end.
create table counter_link (
    id             blob    not null primary key check (length(id) = 16),
    code_hash      blob    not null unique check (length(code_hash) = 32),
    partner_id     blob    not null references partner (id),
    -- The till that showed it; null for a manager in a browser that is no till.
    till_id        blob    references till (id),
    -- The member of staff or the cashier who created the link, and who is recorded as the giver of the award.
    actor          blob    not null check (length(actor) = 16),
    actor_name     text    not null,
    amount_cents   integer not null check (amount_cents > 0),
    enjoy_card     integer not null check (enjoy_card in (0, 1)),
    receipt        text,
    -- The end of its validity, exclusive; earlier if the counter took it back.
    until_ms       integer not null,
    -- The award, once a member has collected it. It stays when the award is taken back, so that the link pays once.
    transaction_id blob    check (length(transaction_id) = 16),
    created_at_ms  integer not null
) strict, without rowid;
create index counter_link_by_end on counter_link (until_ms);
