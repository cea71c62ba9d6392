-- A row is the short code of a coupon that was opened: what a person reads out and a till's keys can type. It is worth
-- something while the coupon is open, and is kept for a day, so that a counter can tell "expired" from "unknown".
create table short_code (
    redemption_id blob    not null primary key references redemption (id),
    sealed        blob    not null,
    lookup        blob    not null unique check (length(lookup) = 32),
    expires_at_ms integer not null
) strict, without rowid;
create index short_code_by_end on short_code (expires_at_ms);
-- The index finds the coupon of a member that a counter collected last. The member's screen asks for it while a coupon is
-- open.
create index redemption_collected on redemption (member_id, collected_at_ms) where collected_at_ms is not null;
