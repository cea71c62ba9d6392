-- A code that is typed in small letters is found as the capitals that are printed.
create index campaign_code_in_any_case on campaign_code (text collate nocase);
