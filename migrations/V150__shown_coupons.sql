-- When a coupon's code was first shown. It stays when the coupon goes back to its member unopened: should the
-- purchase be undone later, a pool code that somebody has seen is nobody else's any more.
alter table redemption add column shown_at_ms integer;
-- A coupon that a counter gave back before this bears no sign of it: what holds a pool code counts as shown.
update redemption set shown_at_ms = coalesce(opened_at_ms, reopened_at_ms, created_at_ms)
    where opened_at_ms is not null or reopened_at_ms is not null
        or exists (select 1 from coupon_code c where c.redemption_id = redemption.id and c.pooled = 1);
