import { useTranslation } from "react-i18next";
import { noonOf } from "../../../api/outlook";
import { formatChange, formatDate, formatPoints } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { KINDS } from "../../money/expiry/expiry";
import { useSettingName, useSettingValue } from "../settings/settingNames";

const ACTIONS = [
  "member.adjust",
  "member.download",
  "member.export",
  "member.merge",
  "claim.approve",
  "transaction.reverse",
  "credits.give",
  "credits.undo",
  "campaign.download_codes",
  "campaign.create",
  "campaign.update",
  "campaign.make_codes",
  "campaign.take_back",
  "partner.create",
  "partner.update",
  "earning_rule.switch_on",
  "goal.switch_on",
  "staff.invite",
  "staff.update",
  "staff.remove_second_factor",
  "api_key.create",
  "api_key.update",
  "settings.update",
  "expiry.switch_on",
  "tier.switch_on",
] as const;

const FIELDS = [
  "points",
  "gift",
  "amountHkd",
  "receipt",
  "enjoyCard",
  "into",
  "reason",
  "name",
  "email",
  "role",
  "partnerId",
  "suspended",
  "format",
  "state",
  "rows",
  "sha256",
  "scopes",
  "networks",
  "dailyCap",
  "expiresInDays",
  "q",
  "status",
  "from",
  "to",
  "sort",
  "count",
  "perMember",
  "total",
  "shared",
  "active",
  "validFrom",
  "validUntil",
  "publishAt",
  "type",
  "description",
  "nameImg",
  "logo",
  "webLink",
  "basePoints",
  "extraPoints",
  "kind",
  "months",
  "monthEnd",
  "month",
  "day",
  "years",
  "graceDays",
  "extraDays",
  "noticeDays",
  "starts",
] as const;

/** The label of a request's field; items of a list use the list's label. */
export function useFieldName() {
  const { t } = useTranslation("adminApprovals");
  const settingName = useSettingName();
  return (key: string) => {
    const known = FIELDS.find((one) => one === key.split(".")[0]);
    return known ? t(`fields.${known}`) : settingName(key);
  };
}

/** Formats the value of a field that an action asks for. */
export function useFieldValue(action: string) {
  const { t } = useTranslation("adminExpiry");
  const language = useLanguage();
  const settingValue = useSettingValue();
  const points = action === "member.adjust" ? formatChange : formatPoints;
  return (key: string, value: string) => {
    if (key === "points") return points(Number(value));
    if (action !== "expiry.switch_on") return settingValue(value);
    const kind = KINDS.find((one) => key === "kind" && one === value);
    if (kind) return t(`kinds.${kind}.name`);
    return key === "starts" ? formatDate(noonOf(value), language) : settingValue(value);
  };
}

/** The label of the requested action. */
export function useActionName() {
  const { t } = useTranslation("adminApprovals");
  return (action: string) => {
    const known = ACTIONS.find((one) => one === action);
    return known ? t(`actions.${known}`) : action;
  };
}
