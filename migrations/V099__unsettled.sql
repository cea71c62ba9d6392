-- Exchanges that wait or were rejected, of one partner or of one item: a handful among hundreds of thousands of
-- coupons, which a walk along the partner or the item would have to pass.
create index redemption_unsettled_by_partner on redemption (partner_id, status, id)
    where status in ('processing', 'rejected');
create index redemption_unsettled_by_item on redemption (item_id, status, id)
    where status in ('processing', 'rejected');
