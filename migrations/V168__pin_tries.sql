-- Wrong PINs since a cashier's PIN was set. Right PINs leave it as it is, so that guessing between two sign-ins comes to
-- an end as well; another PIN begins anew.
alter table cashier add column wrong_pins integer not null default 0 check (wrong_pins >= 0);
