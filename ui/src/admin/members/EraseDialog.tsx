import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { formatPoints } from "../../i18n/format";
import { showToast } from "../../kit/dialog/Toaster";
import { useForm } from "../../kit/form/useForm";
import { Note } from "../../kit/screen/Paper";
import { FormDialog } from "../kit/AdminDialog";
import { useErrorText } from "../kit/errorText";
import { ReasonField } from "../kit/ReasonField";
import { adminPaths } from "../paths";
import own from "./Members.module.css";
import { erase, isIdOf, type MemberPage, memberChanged } from "./members";
import { fullName } from "./names";
import { TypedId } from "./TypedId";

const GOES = ["contacts", "signIn", "inbox", "points"] as const;
const STAYS = ["ledger", "trail"] as const;

/** Erases a member for good: lists what is deleted, what is kept and why, and asks for the typed id. */
export function EraseDialog({ page, onClose }: { page: MemberPage; onClose(): void }) {
  const { t } = useTranslation("adminMember");
  const navigate = useNavigate();
  const [error, setError] = useState<unknown>();
  const say = useErrorText();
  const { member, held } = page;
  const name = fullName(member);
  const values = { points: formatPoints(member.points), held: formatPoints(held) };
  const form = useForm<{ reason: string; typed: string }, "required" | "wrong">({
    initial: { reason: "", typed: "" },
    check: ({ reason, typed }) => ({
      ...(reason.trim() ? {} : { reason: "required" }),
      ...(isIdOf(typed, member) ? {} : { typed: "wrong" }),
    }),
    submit: async ({ reason }) => {
      setError(undefined);
      try {
        await erase(member._id, reason.trim());
        showToast(t("erase.done"));
        onClose();
        await navigate(adminPaths.members, { replace: true });
        memberChanged();
      } catch (failure) {
        setError(failure);
      }
    },
  });
  return (
    <FormDialog
      title={t("erase.title", { name })}
      submit={t("erase.submit")}
      kind="refuse"
      busy={form.busy && t("busy")}
      wide
      onClose={onClose}
      onSubmit={form.onSubmit}
    >
      <div className={own.sides}>
        <div>
          <h3>{t("erase.goes")}</h3>
          <ul>
            {GOES.map((one) => (
              <li key={one}>{t(`erase.going.${one}`, values)}</li>
            ))}
            {held > 0 && <li>{t("erase.going.held", values)}</li>}
          </ul>
        </div>
        <div>
          <h3>{t("erase.stays")}</h3>
          <ul>
            {STAYS.map((one) => (
              <li key={one}>{t(`erase.staying.${one}`)}</li>
            ))}
          </ul>
        </div>
      </div>
      <Note tone="pollen">{t("erase.final")}</Note>
      <ReasonField
        {...form.field("reason")}
        hint={t("erase.reasonHint")}
        missing={form.error("reason") !== undefined}
      />
      <TypedId {...form.field("typed")} member={member} wrong={form.error("typed") !== undefined} />
      {error !== undefined && <Note tone="plum">{say(error)}</Note>}
    </FormDialog>
  );
}
