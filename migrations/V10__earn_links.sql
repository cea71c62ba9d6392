-- A row is a key by which a partner's till makes earn links without calling the server. The secret is stored encrypted
-- under the master key and bound to the row.
create table earn_link_key (
    id            blob    not null primary key check (length(id) = 16),
    partner_id    blob    not null references partner (id),
    -- The outlet whose till prints the links; null for a partner without outlets, or for all of them.
    outlet_id     blob    references outlet (id),
    name          text    not null,
    sealed        blob    not null,
    -- Points that its links may give in a Hong Kong day; null for no cap of its own.
    daily_cap     integer check (daily_cap > 0),
    created_at_ms integer not null,
    -- From then on its links give nothing: it was withdrawn, or another key took its place a week before.
    ends_at_ms    integer
) strict, without rowid;
create index earn_link_key_by_partner on earn_link_key (partner_id, id);

-- A row is an earn link that was claimed. It stays when the award is taken back, so that the link pays once.
create table earn_link_claim (
    key_id         blob    not null references earn_link_key (id),
    -- The number of the receipt in the form in which receipts are compared.
    receipt_key    text    not null,
    transaction_id blob    not null unique check (length(transaction_id) = 16),
    created_at_ms  integer not null,
    primary key (key_id, receipt_key)
) strict, without rowid;
