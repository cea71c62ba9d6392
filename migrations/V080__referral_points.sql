-- What the reward was: the programme's settings may say something else by now.
alter table referral_reward add column points integer not null default 100 check (points > 0);
