import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import css from "../../admin.module.css";
import { Alarm } from "../../kit/Alarm";
import { keptPath } from "../../members/messages/messages";
import { adminPaths } from "../../paths";
import { checklistQuery } from "../dashboard/checklist";

const CHANNELS = ["email", "sms"] as const;

/** One line for owners while a channel that the programme needs has no gateway, so that its messages stay here. */
export function KeptLetters() {
  const { t } = useTranslation("admin");
  const { pathname } = useLocation();
  const steps = useQuery({ ...checklistQuery(), staleTime: 300_000 }).data?.steps;
  // A channel that the operator has set aside needs no gateway.
  const kept = CHANNELS.filter((channel) =>
    steps?.some(({ step, done, aside }) => step === channel && !done && !aside),
  );
  const [first] = kept;
  if (!first) return null;
  return (
    <Alarm
      tone="harbour"
      title={t(kept.length > 1 ? "alarms.kept.both" : `alarms.kept.${first}`)}
      action={
        pathname !== adminPaths.messages && (
          <Link className={css.quietLink} to={kept.length > 1 ? keptPath : `${keptPath}&channel=${first}`}>
            {t("alarms.kept.open")}
          </Link>
        )
      }
    />
  );
}
