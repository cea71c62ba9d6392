//! Every action that the audit can hold. The admin has a text for each, in every language.

/// The actions, by their names in the audit.
pub const ACTIONS: &[&str] = &[
    "api_key.create",
    "api_key.revoke",
    "api_key.update",
    "approval.approve",
    "approval.ask",
    "approval.download",
    "approval.open",
    "approval.refuse",
    "approval.search",
    "approval.use",
    "article.create",
    "article.delete",
    "article.load",
    "article.load_undo",
    "article.restore",
    "article.update",
    "audit.download",
    "campaign.create",
    "campaign.delete",
    "campaign.download_codes",
    "campaign.fuse",
    "campaign.load",
    "campaign.load_undo",
    "campaign.make_codes",
    "campaign.restore",
    "campaign.resume",
    "campaign.update",
    "cashier.add_passkey",
    "cashier.create",
    "cashier.delete",
    "cashier.download",
    "cashier.remove_passkey",
    "cashier.update",
    "checklist.aside",
    "checklist.dismiss",
    "coupon.give_back",
    "coupon.hand_over",
    "credits.download",
    "credits.give",
    "credits.search",
    "credits.undo",
    "earning_rule.create",
    "earning_rule.download",
    "earning_rule.drop_draft",
    "earning_rule.simulate",
    "earning_rule.switch_off",
    "earning_rule.switch_on",
    "earning_rule.update",
    "item.add_codes",
    "item.create",
    "item.delete",
    "item.load",
    "item.load_undo",
    "item.restore",
    "item.stock",
    "item.update",
    "item.withdraw_codes",
    "member.add_note",
    "member.adjust",
    "member.card",
    "member.create",
    "member.download",
    "member.end_session",
    "member.end_sessions",
    "member.erase",
    "member.export",
    "member.history",
    "member.load",
    "member.lock_card_pin",
    "member.merge",
    "member.new_card",
    "member.open",
    "member.reinstate",
    "member.remove_card_pin",
    "member.remove_note",
    "member.rename",
    "member.search",
    "member.send_reset",
    "member.set_card_pin",
    "member.statement",
    "member.suspend",
    "message.download",
    "message.read",
    "message.retry",
    "message.retry_all",
    "message.search",
    "notification.create",
    "notification.delete",
    "notification.load",
    "notification.load_undo",
    "notification.restore",
    "notification.send",
    "notification.update",
    "outlet.create",
    "outlet.delete",
    "outlet.load",
    "outlet.load_undo",
    "outlet.update",
    "partner.create",
    "partner.delete",
    "partner.load",
    "partner.load_undo",
    "partner.restore",
    "partner.update",
    "redemption.confirm",
    "redemption.download",
    "redemption.reject",
    "redemption.reopen",
    "redemption.search",
    "session.end_stolen",
    "settings.reword",
    "settings.update",
    "staff.accept_link",
    "staff.add_passkey",
    "staff.add_totp",
    "staff.change_password",
    "staff.create",
    "staff.disable",
    "staff.download",
    "staff.enable",
    "staff.end_session",
    "staff.end_sessions",
    "staff.forgot_password",
    "staff.invite",
    "staff.invite_again",
    "staff.load",
    "staff.load_undo",
    "staff.remove",
    "staff.remove_passkey",
    "staff.remove_second_factor",
    "staff.remove_totp",
    "staff.renew_recovery_codes",
    "staff.reset_password",
    "staff.set_up",
    "staff.update",
    "till.code",
    "till.create",
    "till.revoke",
    "till.unlock",
    "transaction.download",
    "transaction.open",
    "transaction.reverse",
    "transaction.search",
    "upload.create",
    "upload.delete",
    "upload.update",
    "webhook.create",
    "webhook.delete",
    "webhook.load",
    "webhook.load_undo",
    "webhook.replay",
    "webhook.rotate",
    "webhook.test",
    "webhook.update",
];

/// Actions that move points, or that settle, undo, request or decide such a movement. Finance may read these entries
/// only. Viewing or downloading a list of movements does not count.
pub const POINTS_ACTIONS: &[&str] = &[
    "approval.approve",
    "approval.ask",
    "approval.refuse",
    "approval.use",
    "coupon.give_back",
    "coupon.hand_over",
    "credits.give",
    "credits.undo",
    "member.adjust",
    "member.merge",
    "redemption.confirm",
    "redemption.reject",
    "redemption.reopen",
    "transaction.reverse",
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;

    use super::{ACTIONS, POINTS_ACTIONS};

    #[test]
    fn what_moves_points_is_among_the_actions() {
        for action in POINTS_ACTIONS {
            assert!(ACTIONS.contains(action), "{action}");
        }
    }

    #[test]
    fn the_console_has_words_for_every_action_in_every_language() {
        for (language, file) in [
            ("en", include_str!("../../../ui/src/i18n/locales/en/adminAudit.json")),
            ("zh", include_str!("../../../ui/src/i18n/locales/zh/adminAudit.json")),
            ("zhhk", include_str!("../../../ui/src/i18n/locales/zhhk/adminAudit.json")),
        ] {
            let words: Value = serde_json::from_str(file).expect(language);
            let kinds = words["actions"].as_object().expect("actions");
            let worded: BTreeSet<String> = kinds
                .iter()
                .flat_map(|(kind, deeds)| deeds.as_object().into_iter().flatten().map(move |(deed, _)| (kind, deed)))
                .map(|(kind, deed)| format!("{kind}.{deed}"))
                .collect();
            let known: BTreeSet<String> = ACTIONS.iter().map(|action| (*action).to_owned()).collect();
            assert_eq!(worded, known, "{language}: the words and the actions differ");
            assert!(kinds.keys().all(|kind| words["kinds"][kind].is_string()), "{language}: a kind has no name");
        }
    }
}
