//! The exported tables and columns. `docs/import-export.md` lists all others; a test compares both with the schema.

mod rows;
mod target;

pub(super) use self::target::{holds_anything, priority_of, settings_version};
use super::format::ColumnFormat;

/// A table with its export and import statements.
pub(super) struct Table {
    /// The name of its lines.
    pub name: &'static str,
    /// The column names in the file, in the order of the CSV columns.
    pub columns: &'static [(&'static str, ColumnFormat)],
    /// The columns of the table in the same order, each with its parameter in `insert`.
    stored: &'static [(&'static str, &'static str)],
    select: &'static str,
    insert: &'static str,
}

macro_rules! form {
    (bytes) => {
        ColumnFormat::Bytes
    };
    (plain) => {
        ColumnFormat::Plain
    };
    (words) => {
        ColumnFormat::Words
    };
    (parts) => {
        ColumnFormat::Parts
    };
}

macro_rules! table {
    ($name:literal, $from:literal, $rest:literal, [$first:literal $first_column:literal $first_form:ident $(, $wire:literal $column:literal $form:ident)*]) => {
        table!($name, $from, $rest, "", [$first $first_column $first_form $(, $wire $column $form)*])
    };
    ($name:literal, $from:literal, $rest:literal, $after:literal,
        [$first:literal $first_column:literal $first_form:ident $(, $wire:literal $column:literal $form:ident)*]) => {
        Table {
            name: $name,
            columns: &[($first, form!($first_form)) $(, ($wire, form!($form)))*],
            stored: &[($first_column, concat!(":", $first_column)) $(, ($column, concat!(":", $column)))*],
            select: concat!("select ", $first_column $(, ", ", $column)*, " from ", $from, " ", $rest),
            insert: concat!(
                "insert into ", $from, " (", $first_column $(, ", ", $column)*, ") values (:",
                $first_column $(, ", :", $column)*, ") ", $after
            ),
        }
    };
}

/// Sorted so that each table comes after those that it refers to.
pub(super) const TABLES: &[Table] = &[
    table!("partners", "partner", "order by id", ["_id" "id" bytes, "type" "type" words, "name" "name" parts,
        "description" "description" parts, "nameImg" "name_img" words, "logo" "logo" words, "webLink" "web_link" plain,
        "basePointsE4" "base_points" plain, "extraPointsE4" "extra_points" plain, "active" "active" plain,
        "version" "version" plain, "createdAtMs" "created_at_ms" plain, "updatedAtMs" "updated_at_ms" plain,
        "deletedAtMs" "deleted_at_ms" plain, "publishAtMs" "publish_at_ms" plain, "archivedAtMs" "archived_at_ms" plain]),
    table!("partnerRates", "partner_rate", "order by partner_id, version", ["partnerId" "partner_id" bytes,
        "version" "version" plain, "basePointsE4" "base_points" plain, "extraPointsE4" "extra_points" plain,
        "onAtMs" "on_at_ms" plain]),
    table!("members", "member", "order by id", ["_id" "id" bytes, "shortId" "short_id" words,
        "referralCode" "referral_code" words, "firstName" "first_name" words, "lastName" "last_name" words,
        "email" "email" plain, "phone" "phone" plain, "status" "status" words, "language" "language" words,
        "firstTimeLogin" "first_time_login" plain, "referredBy" "referred_by" bytes, "mergedInto" "merged_into" bytes,
        "face" "face" plain, "createdAtMs" "created_at_ms" plain]),
    table!("memberAliases", "member_alias", "order by short_id", ["shortId" "short_id" words,
        "memberId" "member_id" bytes, "createdAtMs" "created_at_ms" plain, "deadAtMs" "dead_at_ms" plain]),
    table!("memberBirthdays", "member_birthday", "order by member_id", ["memberId" "member_id" bytes,
        "month" "month" plain, "day" "day" plain, "updatedAtMs" "updated_at_ms" plain]),
    table!("memberNotes", "member_note", "order by id", ["_id" "id" bytes, "memberId" "member_id" bytes,
        "text" "text" words, "author" "author" bytes, "authorName" "author_name" words,
        "createdAtMs" "created_at_ms" plain]),
    table!("articles", "article", "order by id", ["_id" "id" bytes, "type" "type" words, "title" "title" parts,
        "coverImg" "cover_img" parts, "content" "content" parts, "active" "active" plain, "likes" "likes" plain,
        "reads" "reads" plain, "version" "version" plain, "createdAtMs" "created_at_ms" plain,
        "updatedAtMs" "updated_at_ms" plain, "deletedAtMs" "deleted_at_ms" plain, "publishAtMs" "publish_at_ms" plain,
        "archivedAtMs" "archived_at_ms" plain]),
    table!("articleLikes", "article_like", "order by member_id, article_id", ["memberId" "member_id" bytes,
        "articleId" "article_id" bytes, "createdAtMs" "created_at_ms" plain]),
    table!("articleReads", "article_read", "order by member_id, article_id", ["memberId" "member_id" bytes,
        "articleId" "article_id" bytes, "createdAtMs" "created_at_ms" plain]),
    table!("items", "item", "order by id", ["_id" "id" bytes, "type" "type" words, "name" "name" parts,
        "description" "description" parts, "image" "image" words, "toc" "toc" parts, "points" "points" plain,
        "leftover" "leftover" plain, "stocked" "stocked" plain, "qoutaPerson" "quota_person" plain,
        "partnerId" "partner_id" bytes, "contentKind" "content_kind" words, "contentFormat" "content_format" words,
        "contentImgUrl" "content_img_url" plain, "unclaimed" "unclaimed" words, "active" "active" plain,
        "validFromMs" "valid_from_ms" plain, "validUntilMs" "valid_until_ms" plain, "freeCodes" "pool_free" plain,
        "lowStock" "low_stock" plain, "useDays" "use_days" plain, "useUntilDay" "use_until_day" plain,
        "faceCents" "face_cents" plain, "costCents" "cost_cents" plain, "requiresGoal" "requires_goal_id" bytes,
        "requiresLevel" "requires_level" plain, "version" "version" plain, "createdAtMs" "created_at_ms" plain,
        "updatedAtMs" "updated_at_ms" plain, "deletedAtMs" "deleted_at_ms" plain, "publishAtMs" "publish_at_ms" plain,
        "archivedAtMs" "archived_at_ms" plain]),
    table!("campaigns", "campaign", "order by id", ["_id" "id" bytes, "name" "name" parts, "points" "points" plain,
        "giftKind" "gift_kind" plain, "giftItem" "gift_item_id" bytes, "giftGoal" "gift_goal_id" bytes,
        "giftAmount" "gift_amount" plain, "perMember" "per_member" plain, "total" "total" plain,
        "shared" "shared" plain, "active" "active" plain, "validFromMs" "valid_from_ms" plain,
        "validUntilMs" "valid_until_ms" plain, "claims" "claims" plain, "version" "version" plain,
        "createdAtMs" "created_at_ms" plain, "updatedAtMs" "updated_at_ms" plain, "deletedAtMs" "deleted_at_ms" plain,
        "publishAtMs" "publish_at_ms" plain, "archivedAtMs" "archived_at_ms" plain]),
    table!("campaignCodes", "campaign_code", "order by id", ["_id" "id" bytes, "campaignId" "campaign_id" bytes,
        "text" "text" words, "createdAtMs" "created_at_ms" plain]),
    table!("campaignFuses", "campaign_scan_limit", "order by campaign_id", ["campaignId" "campaign_id" bytes,
        "perHour" "per_hour" plain, "factor" "factor" plain, "floor" "floor" plain, "pausedAtMs" "paused_at_ms" plain]),
    // The five system accounts exist already.
    table!("accounts", "account", "order by id", "on conflict (id) do update set balance = excluded.balance \
        where account.kind = excluded.kind and account.kind <> 'member'",
        ["_id" "id" plain, "kind" "kind" words, "memberId" "member_id" bytes, "balance" "balance" plain]),
    table!("transactions", "ledger_transaction", "order by seq", ["seq" "seq" plain, "_id" "id" bytes,
        "type" "kind" words, "createdAtMs" "created_at_ms" plain, "lines" "lines" words,
        "expiresAtMs" "expires_at_ms" plain, "details" "details" plain, "reversesSeq" "reverses_seq" plain,
        "hash" "hash" bytes]),
    table!("postings", "posting", "order by account_id, seq", ["accountId" "account_id" plain, "seq" "seq" plain,
        "points" "points" plain, "balanceAfter" "balance_after" plain, "type" "kind" words,
        "createdAtMs" "created_at_ms" plain, "memo" "memo" plain]),
    table!("lots", "lot", "order by account_id, seq", ["accountId" "account_id" plain, "seq" "seq" plain,
        "expiresAtMs" "expires_at_ms" plain, "earnedAtMs" "earned_at_ms" plain, "points" "points" plain,
        "remaining" "remaining" plain, "spent" "spent" plain]),
    table!("holds", "hold", "order by seq", ["seq" "seq" plain, "accountId" "account_id" plain,
        "points" "points" plain, "status" "status" words, "endedBySeq" "ended_by_seq" plain]),
    table!("pendingPoints", "pending_points", "order by seq, day", ["seq" "seq" plain, "day" "day" plain,
        "accountId" "account_id" plain, "points" "points" plain, "status" "status" words,
        "endedBySeq" "ended_by_seq" plain]),
    table!("redemptions", "redemption", "order by id", ["_id" "id" bytes, "memberId" "member_id" bytes,
        "itemId" "item_id" bytes, "partnerId" "partner_id" bytes, "type" "type" words, "status" "status" words,
        "points" "points" plain, "redeemItemSnapshot" "snapshot" parts, "walletAddress" "wallet_address" plain,
        "contentFormat" "content_format" words, "contentImgUrl" "content_img_url" plain, "unclaimed" "unclaimed" words,
        "openings" "openings" plain, "openedAtMs" "opened_at_ms" plain, "expiresAtMs" "expires_at_ms" plain,
        "collectedAtMs" "collected_at_ms" plain, "transactionId" "transaction_id" bytes, "holdSeq" "hold_seq" plain,
        "createdAtMs" "created_at_ms" plain, "settledAtMs" "settled_at_ms" plain, "note" "note" plain,
        "reopenedAtMs" "reopened_at_ms" plain, "shownAtMs" "shown_at_ms" plain, "useByMs" "use_by_ms" plain,
        "remindAtMs" "remind_at_ms" plain, "faceCents" "face_cents" plain, "costCents" "cost_cents" plain]),
    // Codes are decrypted in the file, because the importing side has other keys.
    table!("couponCodes", "coupon_code", "order by id", ["_id" "id" bytes, "itemId" "item_id" bytes,
        "pooled" "pooled" plain, "sealed" "sealed" bytes, "lookup" "lookup" bytes,
        "redemptionId" "redemption_id" bytes, "createdAtMs" "created_at_ms" plain]),
    table!("carbonFactors", "carbon_factor", "order by id, version", ["_id" "id" bytes, "version" "version" plain,
        "partnerId" "partner_id" bytes, "name" "name" parts, "unit" "unit" words, "milligrams" "milligrams" plain,
        "most" "most" plain, "source" "source" words, "sourceYear" "source_year" plain,
        "sourceLink" "source_link" plain, "fromDay" "from_day" plain, "createdAtMs" "created_at_ms" plain]),
    table!("carbonEntries", "carbon_entry", "order by member_id, transaction_id, factor_id",
        ["memberId" "member_id" bytes, "transactionId" "transaction_id" bytes, "factorId" "factor_id" bytes,
        "factorVersion" "factor_version" plain, "partnerId" "partner_id" bytes, "quantity" "quantity" plain,
        "milligrams" "milligrams" plain, "createdAtMs" "created_at_ms" plain]),
    table!("carbonDays", "carbon_day", "order by day, partner_id, factor_id, factor_version",
        ["day" "day" plain, "partnerId" "partner_id" bytes, "factorId" "factor_id" bytes,
        "factorVersion" "factor_version" plain, "uses" "uses" plain, "milligrams" "milligrams" plain]),
    table!("partnerTerms", "partner_terms", "order by partner_id, version", ["partnerId" "partner_id" bytes,
        "version" "version" plain, "fromDay" "from_day" plain, "issuedRateE4" "issued_rate" plain,
        "redeemedRateE4" "redeemed_rate" plain, "feeRateE4" "fee_rate" plain,
        "changedByName" "changed_by_name" words, "createdAtMs" "created_at_ms" plain]),
    table!("breakageAssumptions", "breakage_assumption", "order by version", ["version" "version" plain,
        "fromMonth" "from_month" plain, "basisPoints" "basis_points" plain, "reason" "reason" words,
        "changedByName" "changed_by_name" words, "createdAtMs" "created_at_ms" plain]),
    table!("closedMonths", "closed_month", "order by month", ["month" "month" plain, "ledgerSeq" "ledger_seq" plain,
        "closedByName" "closed_by_name" words, "closedAtMs" "closed_at_ms" plain]),
    table!("partnerBills", "partner_bill", "order by month, partner_id", ["month" "month" plain,
        "partnerId" "partner_id" bytes, "number" "number" plain, "name" "name" parts]),
    table!("partnerBillLines", "partner_bill_line", "order by month, partner_id, place", ["month" "month" plain,
        "partnerId" "partner_id" bytes, "place" "place" plain, "kind" "kind" words, "ofMonth" "of_month" plain,
        "points" "points" plain, "rateE4" "rate" plain, "cents" "cents" plain]),
    // The paid referral rewards: without them each friend's next purchase would pay again.
    table!("referralRewards", "referral_reward", "order by friend_id", ["friendId" "friend_id" bytes,
        "referrerId" "referrer_id" bytes, "earnId" "earn_id" bytes, "transactionId" "transaction_id" bytes,
        "points" "points" plain, "createdAtMs" "created_at_ms" plain]),
    table!("transferDays", "transfer_day", "order by day, member_id", ["memberId" "member_id" bytes,
        "day" "day" plain, "transfers" "transfers" plain, "points" "points" plain]),
    table!("itemBuyers", "item_buyer", "order by member_id, item_id", ["memberId" "member_id" bytes,
        "itemId" "item_id" bytes, "bought" "bought" plain]),
    table!("campaignClaims", "campaign_claim", "order by campaign_id, member_id, nth",
        ["campaignId" "campaign_id" bytes, "memberId" "member_id" bytes, "nth" "nth" plain,
        "singleCodeId" "single_code_id" bytes, "transactionId" "transaction_id" bytes, "campaignVersion"
        "campaign_version" plain, "points" "points" plain, "giftKind" "gift_kind" plain, "redemptionId"
        "redemption_id" bytes, "createdAtMs" "created_at_ms" plain, "takenBackAtMs" "taken_back_at_ms" plain,
        "takenBackBy" "taken_back_by" plain, "takenBackReason" "taken_back_reason" plain]),
    table!("messagePreferences", "message_preference", "order by member_id, kind, channel",
        ["memberId" "member_id" bytes, "kind" "kind" words, "channel" "channel" words, "wanted" "wanted" plain,
        "changedAtMs" "changed_at_ms" plain]),
    table!("marketingConsents", "marketing_consent", "order by member_id, given_at_ms",
        ["memberId" "member_id" bytes, "givenAtMs" "given_at_ms" plain, "textVersion" "text_version" words,
        "language" "language" words, "withdrawnAtMs" "withdrawn_at_ms" plain, "withdrawnBy" "withdrawn_by" plain]),
    table!("termsVersions", "terms_version", "order by version", ["version" "version" plain, "text" "text" parts,
        "changes" "changes" parts, "startsDay" "starts_day" plain, "decideDay" "decide_day" plain,
        "createdAtMs" "created_at_ms" plain, "createdByName" "created_by_name" words]),
    table!("termsAcceptances", "terms_acceptance", "order by member_id, version", ["memberId" "member_id" bytes,
        "version" "version" plain, "acceptedAtMs" "accepted_at_ms" plain]),
    table!("notifications", "notification", "order by member_id, id", ["memberId" "member_id" bytes, "_id" "id" bytes,
        "kind" "kind" plain, "content" "content" parts, "createdAtMs" "created_at_ms" plain,
        "readAtMs" "read_at_ms" plain]),
    table!("outlets", "outlet", "order by id", ["_id" "id" bytes, "partnerId" "partner_id" bytes, "name" "name" words,
        "address" "address" words, "district" "district" plain, "latitudeE6" "latitude_e6" plain,
        "longitudeE6" "longitude_e6" plain, "phone" "phone" words, "hours" "hours" words, "version" "version" plain,
        "createdAtMs" "created_at_ms" plain, "updatedAtMs" "updated_at_ms" plain, "deletedAtMs" "deleted_at_ms" plain]),
    // Without device secrets: after the import each till must be enrolled again, but keeps its history.
    table!("tills", "till", "order by id", ["_id" "id" bytes, "outletId" "outlet_id" bytes, "name" "name" words,
        "enrolledAtMs" "enrolled_at_ms" plain, "lastSeenAtMs" "last_seen_at_ms" plain,
        "lockedAtMs" "locked_at_ms" plain, "revokedAtMs" "revoked_at_ms" plain, "createdAtMs" "created_at_ms" plain]),
    table!("tillDays", "till_day", "order by till_id, day", ["tillId" "till_id" bytes, "day" "day" plain,
        "amountCents" "amount_cents" plain]),
    table!("awardDays", "award_day", "order by partner_id, day, subject", ["partnerId" "partner_id" bytes,
        "day" "day" plain, "subject" "subject" bytes, "points" "points" plain]),
    table!("counterEvents", "counter_event", "order by id", ["_id" "id" bytes, "partnerId" "partner_id" bytes,
        "kind" "kind" words, "memberId" "member_id" bytes, "actor" "actor" bytes, "actorName" "actor_name" words,
        "points" "points" plain, "basePoints" "base_points" plain,
        "cardPoints" "card_points" plain, "baseRateE4" "base_rate" plain, "cardRateE4" "card_rate" plain, "amountCents" "amount_cents" plain, "enjoyCard" "enjoy_card" plain,
        "receipt" "receipt" plain, "receiptKey" "receipt_key" plain, "transactionId" "transaction_id" bytes, "redemptionId" "redemption_id" bytes,
        "itemName" "item_name" plain, "tillId" "till_id" bytes, "outletId" "outlet_id" bytes,
        "boughtAtMs" "bought_at_ms" plain, "createdAtMs" "created_at_ms" plain, "undoneAtMs" "undone_at_ms" plain]),
    // The totals of a rule are counted again from its lines.
    table!("earningRules", "earning_rule", "order by id", ["_id" "id" bytes, "liveVersion" "live_version" plain,
        "latestVersion" "latest_version" plain, "createdAtMs" "created_at_ms" plain,
        "updatedAtMs" "updated_at_ms" plain]),
    table!("earningRuleVersions", "earning_rule_version", "order by rule_id, version", ["ruleId" "rule_id" bytes,
        "version" "version" plain, "document" "document" parts, "priority" "priority" plain,
        "createdByName" "created_by_name" words, "createdAtMs" "created_at_ms" plain,
        "updatedAtMs" "updated_at_ms" plain, "firstOnAtMs" "first_on_at_ms" plain]),
    table!("earningRuleSpans", "earning_rule_span", "order by rule_id, on_at_ms", ["ruleId" "rule_id" bytes,
        "onAtMs" "on_at_ms" plain, "version" "version" plain, "priority" "priority" plain, "offAtMs" "off_at_ms" plain,
        "lastDay" "last_day" plain, "endedByName" "ended_by_name" plain, "endedAtMs" "ended_at_ms" plain]),
    table!("earningRuleLines", "earning_rule_line", "order by rule_id, transaction_id",
        ["transactionId" "transaction_id" bytes, "ruleId" "rule_id" bytes, "version" "version" plain,
        "memberId" "member_id" bytes, "partnerId" "partner_id" bytes, "day" "day" plain, "points" "points" plain,
        "valueE4" "value" plain, "createdAtMs" "created_at_ms" plain, "undoneAtMs" "undone_at_ms" plain]),
    table!("earningRuleGrants", "earning_rule_grant", "order by id", ["_id" "id" bytes, "ruleId" "rule_id" bytes,
        "memberId" "member_id" bytes, "fromDay" "from_day" plain, "untilDay" "until_day" plain,
        "createdAtMs" "created_at_ms" plain]),
    // The totals of a goal are counted again from its cards.
    table!("goals", "goal", "order by id", ["_id" "id" bytes, "liveVersion" "live_version" plain,
        "latestVersion" "latest_version" plain, "createdAtMs" "created_at_ms" plain,
        "updatedAtMs" "updated_at_ms" plain]),
    table!("goalVersions", "goal_version", "order by goal_id, version", ["goalId" "goal_id" bytes,
        "version" "version" plain, "document" "document" parts, "createdByName" "created_by_name" words,
        "createdAtMs" "created_at_ms" plain, "updatedAtMs" "updated_at_ms" plain,
        "firstOnAtMs" "first_on_at_ms" plain]),
    table!("goalCards", "goal_card", "order by member_id, goal_id, number", ["memberId" "member_id" bytes,
        "goalId" "goal_id" bytes, "number" "number" plain, "version" "version" plain, "progress" "progress" plain,
        "startedAtMs" "started_at_ms" plain, "endsAtMs" "ends_at_ms" plain, "reachedAtMs" "reached_at_ms" plain,
        "transactionId" "transaction_id" bytes, "redemptionId" "redemption_id" bytes, "grantId" "grant_id" bytes,
        "owed" "owed" plain, "seenAtMs" "seen_at_ms" plain, "noticedAtMs" "noticed_at_ms" plain]),
    table!("goalStamps", "goal_stamp", "order by member_id, goal_id, card, transaction_id",
        ["memberId" "member_id" bytes, "goalId" "goal_id" bytes, "card" "card" plain,
        "transactionId" "transaction_id" bytes, "partnerId" "partner_id" bytes, "amount" "amount" plain,
        "day" "day" plain, "createdAtMs" "created_at_ms" plain]),
    table!("tierLadderVersions", "tier_ladder_version", "order by version", ["version" "version" plain,
        "document" "document" parts, "createdByName" "created_by_name" words, "createdAtMs" "created_at_ms" plain,
        "updatedAtMs" "updated_at_ms" plain, "firstOnAtMs" "first_on_at_ms" plain]),
    table!("tierLadder", "tier_ladder", "order by id", ["_id" "id" plain, "liveVersion" "live_version" plain,
        "latestVersion" "latest_version" plain, "version" "version" plain, "updatedAtMs" "updated_at_ms" plain]),
    table!("tierEntries", "tier_entry", "order by member_id, day, transaction_id", ["memberId" "member_id" bytes,
        "day" "day" plain, "transactionId" "transaction_id" bytes, "partnerId" "partner_id" bytes,
        "purchases" "purchases" plain, "cents" "cents" plain, "points" "points" plain]),
    // The members of each level are counted again from these changes.
    table!("tierChanges", "tier_change", "order by member_id, number", ["memberId" "member_id" bytes,
        "number" "number" plain, "kind" "kind" words, "level" "level" plain, "version" "version" plain,
        "sinceDay" "since_day" plain, "countedFromDay" "counted_from_day" plain, "untilDay" "until_day" plain,
        "graceDay" "grace_day" plain, "dueDay" "due_day" plain, "createdAtMs" "created_at_ms" plain]),
    table!("tierRewards", "tier_reward", "order by member_id, level, reached_day", ["memberId" "member_id" bytes,
        "level" "level" plain, "reachedDay" "reached_day" plain, "untilDay" "until_day" plain,
        "version" "version" plain, "transactionId" "transaction_id" bytes, "redemptionId" "redemption_id" bytes,
        "grantId" "grant_id" bytes, "owed" "owed" plain]),
    table!("claims", "claim", "order by id", ["_id" "id" bytes, "number" "number" plain, "memberId" "member_id" bytes,
        "partnerId" "partner_id" bytes, "day" "day" plain, "amountCents" "amount_cents" plain,
        "receipt" "receipt" plain, "receiptKey" "receipt_key" plain, "note" "note" words, "status" "status" words,
        "createdAtMs" "created_at_ms" plain, "waitingSinceMs" "waiting_since_ms" plain,
        "askedAgainMs" "asked_again_ms" plain, "decidedAtMs" "decided_at_ms" plain,
        "decidedByName" "decided_by_name" plain, "reason" "reason" plain, "reply" "reply" words,
        "transactionId" "transaction_id" bytes, "filedByName" "filed_by_name" plain, "question" "question" plain,
        "questionWords" "question_words" words, "questionAtMs" "question_at_ms" plain,
        "questionByName" "question_by_name" plain, "answer" "answer" words, "answerAtMs" "answer_at_ms" plain,
        "reopenedAtMs" "reopened_at_ms" plain, "reopenedByName" "reopened_by_name" plain, "reopenedReason" "reopened_reason" plain]),
    table!("claimPhotos", "claim_photo", "order by claim_id", ["claimId" "claim_id" bytes, "bytes" "bytes" bytes,
        "thumbnail" "thumbnail" bytes,
        "digest" "digest" bytes, "width" "width" plain, "height" "height" plain, "createdAtMs" "created_at_ms" plain]),
    table!("alarms", "alarm", "order by id", ["_id" "id" bytes, "kind" "kind" words, "subject" "subject" words,
        "level" "level" words, "queue" "queue" words, "outcome" "outcome" plain, "memberId" "member_id" bytes,
        "actor" "actor" bytes, "actorName" "actor_name" plain, "partnerId" "partner_id" bytes, "tillId" "till_id" bytes,
        "counted" "counted" plain, "ofAll" "of_all" plain, "usual" "usual" plain, "days" "days" plain,
        "points" "points" plain, "raisedAtMs" "raised_at_ms" plain, "foundAtMs" "found_at_ms" plain,
        "endedAtMs" "ended_at_ms" plain, "quietUntilMs" "quiet_until_ms" plain]),
    table!("alarmEvidence", "alarm_evidence", "order by alarm_id, id", ["alarmId" "alarm_id" bytes, "_id" "id" bytes,
        "memberId" "member_id" bytes, "points" "points" plain, "createdAtMs" "created_at_ms" plain]),
    table!("alarmSteps", "alarm_step", "order by id", ["_id" "id" bytes, "alarmId" "alarm_id" bytes,
        "what" "what" words, "byName" "by_name" plain, "note" "note" words, "points" "points" plain,
        "createdAtMs" "created_at_ms" plain]),
    table!("alarmHolds", "alarm_hold", "order by seq", ["seq" "seq" plain, "alarmId" "alarm_id" bytes,
        "memberId" "member_id" bytes, "points" "points" plain, "heldAtMs" "held_at_ms" plain,
        "releasedAtMs" "released_at_ms" plain]),
    table!("creditBatches", "credit_batch", "order by id", ["_id" "id" bytes, "name" "name" words, "rows" "rows" plain,
        "points" "points" plain, "actorId" "actor_id" bytes, "actorName" "actor_name" words,
        "createdAtMs" "created_at_ms" plain, "undoneAtMs" "undone_at_ms" plain]),
    table!("creditBatchRows", "credit_batch_row", "order by batch_id, line", ["batchId" "batch_id" bytes,
        "row" "line" plain, "memberId" "member_id" bytes, "points" "points" plain, "reason" "reason" words,
        "transactionId" "transaction_id" bytes, "refused" "refused" plain, "takenBack" "taken_back" plain,
        "partnerId" "partner_id" bytes, "amountCents" "amount_cents" plain, "boughtOn" "bought_on" plain,
        "boughtAtMs" "bought_at_ms" plain, "outletId" "outlet_id" bytes, "receipt" "receipt" plain,
        "enjoyCard" "enjoy_card" plain]),
    table!("uploads", "upload", "order by id", ["_id" "id" bytes, "name" "name" words, "width" "width" plain,
        "height" "height" plain, "bytes" "bytes" plain, "alt" "alt" parts, "createdAtMs" "created_at_ms" plain]),
    table!("pageViews", "page_view", "order by day, path", ["day" "day" plain, "path" "path" words,
        "views" "views" plain]),
    table!("expiryPolicies", "expiry_policy", "order by version", ["version" "version" plain, "policy" "policy" parts,
        "startsAtMs" "starts_at_ms" plain, "changedBy" "changed_by" bytes, "changedByName" "changed_by_name" words,
        "createdAtMs" "created_at_ms" plain]),
    table!("expiryGrace", "expiry_grace", "order by transaction_id", ["transactionId" "transaction_id" bytes,
        "memberId" "member_id" bytes, "points" "points" plain, "lastDay" "last_day" plain, "untilMs" "until_ms" plain,
        "extraDays" "extra_days" plain, "broughtBackId" "brought_back_id" bytes]),
    table!("expiryNotices", "expiry_notice", "order by member_id, last_day, days_before", ["memberId" "member_id" bytes,
        "lastDay" "last_day" plain, "daysBefore" "days_before" plain, "mailedOn" "mailed_on" plain]),
    // Only the current settings; the earlier ones stay in the old installation, with its audit.
    table!("settings", "programme_settings", "order by version desc limit 1", ["version" "version" plain,
        "document" "document" parts, "changedBy" "changed_by" bytes, "changedByName" "changed_by_name" words,
        "createdAtMs" "created_at_ms" plain]),
    table!("messageTexts", "message_text", "order by key", "on conflict (key) do update set text = excluded.text, \
        version = message_text.version + 1, updated_at_ms = excluded.updated_at_ms",
        ["key" "key" words, "text" "text" parts, "version" "version" plain, "updatedAtMs" "updated_at_ms" plain]),
    table!("segments", "segment", "order by id", ["_id" "id" bytes, "name" "name" words,
        "conditions" "conditions" parts, "members" "members" plain, "countedAtMs" "counted_at_ms" plain,
        "savedByName" "saved_by_name" words, "version" "version" plain, "createdAtMs" "created_at_ms" plain,
        "updatedAtMs" "updated_at_ms" plain, "deletedAtMs" "deleted_at_ms" plain]),
    table!("segmentMembers", "segment_member", "order by segment_id, member_id", ["segmentId" "segment_id" bytes,
        "memberId" "member_id" bytes]),
    table!("segmentDays", "segment_day", "order by segment_id, day",
        ["segmentId" "segment_id" bytes, "day" "day" plain, "members" "members" plain]),
    table!("announcements", "announcement", "order by id", ["_id" "id" bytes, "title" "title" parts, "body" "body" parts,
        "language" "language" plain, "minPoints" "min_points" plain, "maxPoints" "max_points" plain,
        "partnerId" "partner_id" bytes, "segmentId" "segment_id" bytes, "marketing" "marketing" plain, "byEmail" "by_email" plain,
        "state" "state" words, "sendAtMs" "send_at_ms" plain, "notificationId" "notification_id" bytes,
        "reached" "reached" bytes, "delivered" "delivered" plain, "opened" "opened" plain, "version" "version" plain,
        "createdAtMs" "created_at_ms" plain, "updatedAtMs" "updated_at_ms" plain, "sentAtMs" "sent_at_ms" plain,
        "deletedAtMs" "deleted_at_ms" plain, "linkKind" "link_kind" plain, "linkId" "link_id" bytes, "picture" "picture" words]),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{TABLES, Table};
    use crate::base::problem::AppResult;
    use crate::platform::store::{Read, Store, params};

    const HANDBOOK: &str = include_str!("../../../docs/import-export.md");

    /// All columns of the schema, as `table.column`.
    fn columns(read: &Read<'_>) -> AppResult<BTreeSet<String>> {
        let found = read.all(
            "select m.name as tab, c.name as col from sqlite_schema m join pragma_table_info(m.name) c
             where m.type = 'table' and m.name not like 'sqlite_%' and m.name <> 'refinery_schema_history'",
            params! {},
            |row| Ok(format!("{}.{}", row.get::<String>("tab")?, row.get::<String>("col")?)),
        )?;
        Ok(found.into_iter().collect())
    }

    /// All exported columns, as `table.column`.
    fn exported() -> BTreeSet<String> {
        let of_table = |table: &Table| {
            let rest = table.insert.strip_prefix("insert into ").expect("an insert");
            let name = rest.split(' ').next().expect("a table").to_owned();
            table.stored.iter().map(move |(column, _)| format!("{name}.{column}"))
        };
        TABLES.iter().flat_map(of_table).collect()
    }

    /// The tables and columns that the handbook lists as not exported.
    fn left_behind() -> Vec<&'static str> {
        let (_, told) = HANDBOOK.split_once("| stays behind | why |").expect("the list of data that is not exported");
        let rows = told.lines().filter_map(|line| line.strip_prefix("| `")?.split_once(" | "));
        let names = |(names, why): (&'static str, &'static str)| {
            assert!(why.len() > 10, "the handbook gives no reason for {names}");
            names.split(", ").map(|name| name.trim_matches('`'))
        };
        rows.flat_map(names).collect()
    }

    #[test]
    fn every_column_is_in_the_file_or_said_to_stay_behind() {
        let (_folder, store) = Store::in_new_folder();
        let (columns, exported, left_behind) = (store.read(columns).expect("a schema"), exported(), left_behind());
        let stays =
            |column: &str, name: &str| column == name || column.split_once('.').is_some_and(|(of, _)| of == name);
        for column in &columns {
            let behind = left_behind.iter().any(|name| stays(column, name));
            assert!(behind != exported.contains(column), "{column} must be either exported or listed in the handbook");
        }
        for column in &exported {
            assert!(columns.contains(column), "{column} does not exist");
        }
        for name in left_behind {
            assert!(columns.iter().any(|column| stays(column, name)), "the handbook lists the unknown {name}");
        }
        store.close_blocking();
    }
}
