-- A row is a device that asked to hear of its member's news: a browser, by web push, or a native
-- app, by its push service's token.
create table push_subscription (
    -- An https address of the browser's push service, or the token of a native app.
    address       text    not null primary key check (length(address) between 1 and 4096),
    member_id     blob    not null references member (id),
    -- The browser's sign-in that it belongs to: the one ends with the other. A native app's outlives it.
    session_id    blob    references session (id) on delete cascade,
    -- The browser's key, a point on P-256, and its shared secret; null for a native app.
    p256dh        blob    check (length(p256dh) = 65),
    auth          blob    check (length(auth) = 16),
    created_at_ms integer not null,
    check ((p256dh is null) = (auth is null))
) strict, without rowid;
create index push_subscription_of_member on push_subscription (member_id, created_at_ms);
create index push_subscription_of_session on push_subscription (session_id) where session_id is not null;
