import { useTranslation } from "react-i18next";
import { formatDateTime } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { Badge } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import type { State } from "./kinds";

export const STATES = ["draft", "scheduled", "published", "archived"] as const satisfies readonly State[];
/** The choices of a list. */
export const SHOWN = ["all", ...STATES, "deleted"] as const;

const TONES = { draft: "plain", scheduled: "harbour", published: "leaf", archived: "plain" } as const;

/** The state of that name; an unknown name counts as a draft. */
export const stateOf = (name: string | undefined): State => STATES.find((one) => one === name) ?? "draft";

interface StateBadgeProps {
  state: State | "deleted";
  /** The publication time of a scheduled record. */
  publishAt?: string | undefined;
}

export function StateBadge({ state, publishAt }: StateBadgeProps) {
  const { t } = useTranslation("adminContent");
  const language = useLanguage();
  return (
    <>
      <Badge tone={state === "deleted" ? "plum" : TONES[state]} dot={state === "published"}>
        {t(`states.${state}`)}
      </Badge>
      {state === "scheduled" && publishAt && (
        <span className={css.two}>{formatDateTime(publishAt, language)}</span>
      )}
    </>
  );
}
