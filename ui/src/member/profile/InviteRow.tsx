import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { UserInfo } from "../../api/member";
import { programmeQuery } from "../../api/programme";
import { share } from "../../device/share";
import { formatPoints, formatShortId } from "../../i18n/format";
import { useLanguage } from "../../i18n/language";
import { showToast } from "../../kit/dialog/Toaster";
import { UserIcon } from "../../kit/icons/icons-basic";
import { RowButton } from "../../kit/screen/Row";
import { invitePath } from "../../shared/paths";

/** Shares the member's invitation link, and shows the points for an invitation. */
export function InviteRow({ member }: { member: UserInfo }) {
  const { t } = useTranslation("profile");
  const programme = useQuery(programmeQuery());
  const language = useLanguage();
  const points = programme.data?.referralPoints;
  const code = formatShortId(member.referralCode);
  const invite = async () => {
    const link = `${window.location.origin}${invitePath(member.referralCode)}?lang=${language}`;
    const came = await share(t("invite"), t("inviteWords", { code, link }));
    if (came === "copied") showToast(t("inviteCopied"));
    if (came === "failed") showToast(t("inviteCode", { code }), undefined, "note");
  };
  // Reserves the line from the start, so that the rows below do not shift.
  const otherwise = programme.isPending ? "\u00a0" : t("inviteCode", { code });
  const line = points ? t("inviteFor", { count: points, points: formatPoints(points) }) : otherwise;
  return <RowButton icon={<UserIcon size={22} />} title={t("invite")} line={line} onClick={invite} />;
}
