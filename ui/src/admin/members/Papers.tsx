import { useTranslation } from "react-i18next";
import { FileLink } from "../components/FileLink";
import desk from "../desk.module.css";
import type { AdminMember } from "./members";

/** What is printed for somebody without a phone: the card that counters scan, and a statement. */
export function Papers({ member }: { member: AdminMember }) {
  const { t } = useTranslation("deskMembers");
  const home = `/api/admin/members/${encodeURIComponent(member._id)}`;
  return (
    <div className={desk.actions}>
      <FileLink href={`${home}/card?format=pdf`}>{t("papers.card")}</FileLink>
      <FileLink href={`${home}/statement/pdf`}>{t("papers.statement")}</FileLink>
    </div>
  );
}
