import { useTranslation } from "react-i18next";
import { formatDateTime, formatPoints } from "../../../i18n/format";
import { type Language, useLanguage } from "../../../i18n/language";
import { Badge } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import own from "./Diagnostics.module.css";
import type { Finding } from "./diagnostics";

const TONES = { ok: "leaf", warning: "pollen", problem: "plum" } as const;

/** One finding, translated by its code; an unknown code of a newer server shows the server's own text. */
export function FindingRow({ finding }: { finding: Finding }) {
  const { check, level, message, fix, code, values } = finding;
  const { t, i18n } = useTranslation("adminDiagnostics");
  const filled = worth(values, useLanguage());
  const known = i18n.exists(`found.${code}.said`, { ns: "adminDiagnostics" });
  // The codes come from the server: a server test, not the compiler, checks that each is translated.
  const word = (key: string) => t(key as "title", filled);
  return (
    <li className={own.found}>
      <Badge tone={TONES[level]}>{t(`levels.${level}`)}</Badge>
      <div>
        {known ? <b>{word(`checks.${check}`)}</b> : <span className={css.mono}>{check}</span>}
        <p lang={known ? undefined : "en"}>{known ? word(`found.${code}.said`) : message}</p>
        {known && filled.error && (
          <p className={css.soft}>
            {t("findings.server")} <span lang="en">{filled.error}</span>
          </p>
        )}
        {fix && (
          <p className={css.soft}>
            <b>{t("findings.fix")}</b>{" "}
            <span lang={known ? undefined : "en"}>{known ? word(`found.${code}.fix`) : fix}</span>
          </p>
        )}
      </div>
    </li>
  );
}

/** The values formatted for this language; the sentences use all of them except `error`. */
function worth(values: Finding["values"], language: Language): { error?: string } {
  const told = (value: Finding["values"][string]) => {
    if ("moment" in value) return formatDateTime(value.moment, language);
    return "number" in value ? formatPoints(value.number) : value.text;
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, told(value)]));
}
