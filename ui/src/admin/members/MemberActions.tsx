import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../kit/buttons/Button";
import css from "../admin.module.css";
import { FileLink } from "../kit/FileLink";
import { useMay } from "../session";
import { CardPinDialog } from "./CardPinDialog";
import { EraseDialog } from "./EraseDialog";
import { ExportDialog } from "./ExportDialog";
import own from "./Members.module.css";
import { MergeDialog } from "./MergeDialog";
import { type MemberPage, paperOf } from "./members";
import { NewCardDialog } from "./NewCardDialog";
import { RenameDialog } from "./RenameDialog";
import { ResetDialog } from "./ResetDialog";
import { SuspendDialog } from "./SuspendDialog";

type MemberAction = "reset" | "card" | "pin" | "rename" | "standing" | "export" | "merge" | "erase";

/** Documents to print, and actions on the whole account. */
export function MemberActions({ page }: { page: MemberPage }) {
  const { t } = useTranslation("adminMembers");
  const { t: one } = useTranslation("adminMember");
  const [asking, setAsking] = useState<MemberAction>();
  const maySupport = useMay("suspend");
  const mayRun = useMay("adjustPoints");
  const { member } = page;
  const close = () => setAsking(undefined);
  return (
    <>
      <section className={css.panel}>
        <h2>{one("papers.title")}</h2>
        <p className={css.soft}>{one("papers.text")}</p>
        <div className={own.actions}>
          <FileLink href={paperOf(member._id, "card?format=pdf")}>{t("papers.card")}</FileLink>
          <FileLink href={paperOf(member._id, "statement/pdf")}>{t("papers.statement")}</FileLink>
        </div>
      </section>
      {maySupport && (
        <section className={css.panel}>
          <h2>{one("actions.title")}</h2>
          <div className={own.actions}>
            {(member.email || member.phone) && (
              <Button kind="quiet" small block onClick={() => setAsking("reset")}>
                {one(member.email ? "reset.open" : "resetCode.open")}
              </Button>
            )}
            <Button kind="quiet" small block onClick={() => setAsking("card")}>
              {one("card.open")}
            </Button>
            {page.cardPin && member.status !== "erased" && (
              <Button kind="quiet" small block onClick={() => setAsking("pin")}>
                {one(page.cardPin === "unset" ? "cardPin.open" : "cardPin.openAgain")}
              </Button>
            )}
            <Button kind="quiet" small block onClick={() => setAsking("rename")}>
              {one("rename.open")}
            </Button>
            <Button
              kind={member.status === "suspended" ? "quiet" : "refuse"}
              small
              block
              onClick={() => setAsking("standing")}
            >
              {t(member.status === "suspended" ? "reinstate" : "suspend")}
            </Button>
            <Button kind="quiet" small block onClick={() => setAsking("export")}>
              {one("export.open")}
            </Button>
            {mayRun && (
              <>
                <Button kind="quiet" small block onClick={() => setAsking("merge")}>
                  {one("merge.open")}
                </Button>
                <Button kind="refuse" small block onClick={() => setAsking("erase")}>
                  {one("erase.open")}
                </Button>
              </>
            )}
          </div>
        </section>
      )}
      {asking === "reset" && <ResetDialog member={member} onClose={close} />}
      {asking === "card" && <NewCardDialog member={member} onClose={close} />}
      {asking === "pin" && <CardPinDialog member={member} onClose={close} />}
      {asking === "rename" && <RenameDialog member={member} onClose={close} />}
      {asking === "standing" && <SuspendDialog member={member} onClose={close} />}
      {asking === "export" && <ExportDialog member={member} onClose={close} />}
      {asking === "merge" && <MergeDialog page={page} onClose={close} />}
      {asking === "erase" && <EraseDialog page={page} onClose={close} />}
    </>
  );
}
