-- Lists of a million members and ten million transactions are searched by these, never by a pass
-- over the whole.
create index member_by_name on member (lower(last_name || first_name));
create index member_by_given_name on member (lower(first_name || ' ' || last_name));
create index member_by_family_name on member (lower(last_name || ' ' || first_name));
create index member_not_active on member (status, id) where status <> 'active';

-- All but transfers, the most common kind: a list of these needs no index, and each would write one
-- more page for it.
create index ledger_transaction_by_kind on ledger_transaction (kind, id) where kind <> 'Transfer';
create index ledger_transaction_by_partner on ledger_transaction (json_extract(details, '$.partner'), id)
    where json_extract(details, '$.partner') is not null;

drop index redemption_by_status;
create index redemption_by_status on redemption (status, id) where status in ('processing', 'rejected');
create index redemption_by_partner on redemption (partner_id, id) where partner_id is not null;
create index redemption_by_item on redemption (item_id, id);
create index redemption_of_exchange on redemption (type, id) where type = 'exchange';

-- A row is a short id that a member had before their account was merged into another: whoever
-- types it finds the survivor.
create table member_alias (
    short_id      text    not null primary key check (length(short_id) = 8),
    member_id     blob    not null references member (id),
    created_at_ms integer not null
) strict, without rowid;
create index member_alias_of_member on member_alias (member_id);
