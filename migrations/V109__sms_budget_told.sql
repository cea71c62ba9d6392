-- How much of the month's budget, in hundredths, the owners know by a letter to be used up.
alter table sms_month add column told integer not null default 0 check (told in (0, 80, 100));
