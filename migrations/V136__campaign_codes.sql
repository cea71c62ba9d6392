-- How many codes a campaign has, kept with it: every scan reads its campaign, and must not count them.
alter table campaign add column codes integer not null default 0 check (codes >= 0);
update campaign set codes = (select count(*) from campaign_code where campaign_id = campaign.id);
create trigger campaign_code_is_counted after insert on campaign_code
begin
    update campaign set codes = codes + 1 where id = new.campaign_id;
end;
create trigger campaign_code_is_counted_out after delete on campaign_code
begin
    update campaign set codes = codes - 1 where id = old.campaign_id;
end;
