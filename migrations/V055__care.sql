-- A member whose account was merged into another: what they bought is the survivor's, and the
-- transactions that paid for it stay on this one's account.
alter table member add column merged_into blob references member (id);
create index member_merged on member (merged_into) where merged_into is not null;

-- When staff gave an opened coupon back that nobody had collected; that happens once.
alter table redemption add column reopened_at_ms integer;
