-- Where the answer is kept that whoever asked gets for the key of their call, until it is carried out and after; null for
-- a call without a key.
alter table approval add column answer_key blob check (answer_key is null or length(answer_key) = 16);
