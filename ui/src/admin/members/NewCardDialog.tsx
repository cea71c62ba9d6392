import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatShortId } from "../../i18n/format";
import { Button } from "../../kit/buttons/Button";
import { ReasonDialog } from "../kit/ReasonDialog";
import { CardDialog } from "./CardDialog";
import { type AdminMember, memberChanged, renewCard } from "./members";
import { fullName } from "./names";

/** Replaces a lost card, then shows the new one. */
export function NewCardDialog({ member, onClose }: { member: AdminMember; onClose(): void }) {
  const { t } = useTranslation("adminMember");
  const { t: common } = useTranslation("admin");
  // Keeps the old card's id in the question after the page has loaded the new one.
  const [lost] = useState(member.shortId);
  const [made, setMade] = useState<AdminMember>();
  if (made) {
    return (
      <CardDialog title={t("card.done")} member={made} onClose={onClose}>
        <Button kind="quiet" small onClick={onClose}>
          {common("done")}
        </Button>
      </CardDialog>
    );
  }
  return (
    <ReasonDialog
      title={t("card.title", { name: fullName(member) })}
      submit={t("card.submit")}
      busy={t("busy")}
      hint={t("kept")}
      onClose={onClose}
      act={async (reason) => {
        setMade(await renewCard(member._id, reason));
        memberChanged();
      }}
    >
      <p>{t("card.text", { id: formatShortId(lost) })}</p>
      <p>{t("card.stays")}</p>
    </ReasonDialog>
  );
}
