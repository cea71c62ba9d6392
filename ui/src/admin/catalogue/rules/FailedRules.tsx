import { useTranslation } from "react-i18next";
import { localized, useLanguage } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { AdminDialog } from "../../kit/AdminDialog";
import { useErrorText } from "../../kit/errorText";
import { presentOf, type SwitchedOff } from "./rules";

/** The result of an action on several rules, and the kind of the action: switching off or ending. */
export type RulesOutcome = SwitchedOff & { of: "off" | "end" };

interface FailedRulesProps {
  outcome: RulesOutcome;
  onClose(): void;
}

/** The rules that could not be switched off or ended, each with the server's reason. */
export function FailedRules({ outcome: { done, failed, of }, onClose }: FailedRulesProps) {
  const { t } = useTranslation("adminRules");
  const { t: common } = useTranslation("admin");
  const language = useLanguage();
  const say = useErrorText();
  return (
    <AdminDialog
      alert
      title={t(`${of}.someFailed`, { count: failed.length })}
      onClose={onClose}
      actions={
        <Button small onClick={onClose}>
          {common("done")}
        </Button>
      }
    >
      {done > 0 && <p>{t(`${of}.someDone`, { count: done })}</p>}
      <ul className={css.rows}>
        {failed.map(({ rule, error }) => (
          <li key={rule._id}>
            <b>{localized(presentOf(rule).rule.name, language)}</b>
            <Note tone="plum">{say(error)}</Note>
          </li>
        ))}
      </ul>
    </AdminDialog>
  );
}
