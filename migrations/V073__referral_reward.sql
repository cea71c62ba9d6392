-- A row is a reward for bringing somebody: once for each friend, however often that friend earns.
create table referral_reward (
    friend_id      blob    not null primary key references member (id),
    referrer_id    blob    not null references member (id),
    -- The purchase that showed that the friend is real; if it is taken back, so is the reward.
    earn_id        blob    not null references ledger_transaction (id),
    transaction_id blob    not null unique references ledger_transaction (id),
    created_at_ms  integer not null
) strict, without rowid;
create index referral_reward_of_referrer on referral_reward (referrer_id, created_at_ms);
create index referral_reward_by_earn on referral_reward (earn_id);
