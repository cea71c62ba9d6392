-- The screen of the app that a tap on the message opens; null for what is no note on a device.
alter table outbox_message add column opens text;

-- What the app on the device was set to when it last asked; null for the member's own language.
alter table push_subscription add column language text check (language in ('en', 'zh', 'zhhk'));
