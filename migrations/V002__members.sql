-- A row is a person with an account. Erasing a person empties the columns that name them and
-- keeps the row, because the ledger's entries stay.
create table member (
    id               blob    not null primary key check (length(id) = 16),
    short_id         text    not null unique check (length(short_id) = 8),
    referral_code    text    not null unique,
    first_name       text    not null,
    last_name        text    not null,
    email            text    unique,
    phone            text    unique check (phone is null or phone glob '+852[4-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]'),
    password_hash    text,
    status           text    not null default 'active' check (status in ('active', 'suspended', 'erased')),
    language         text    not null default 'en' check (language in ('en', 'zh', 'zhhk')),
    first_time_login integer not null default 1 check (first_time_login in (0, 1)),
    -- Raised when every session must end; a session made under an older value is dead.
    epoch            integer not null default 0,
    -- When the password was last set anew without the old one: large gifts wait a day after it.
    recovered_at_ms  integer,
    referred_by      blob    references member (id),
    created_at_ms    integer not null
) strict, without rowid;
