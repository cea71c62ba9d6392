import { useTranslation } from "react-i18next";
import { groupsOfFour } from "../../i18n/groupsOfFour";
import text from "../../kit/styles/text.module.css";
import css from "./CodeScreen.module.css";

/** Eight characters in two groups, readable across a counter. Screen readers spell them. */
export function ShortCode({ code, bars }: { code: string; bars: boolean }) {
  const { t } = useTranslation("rewards");
  return (
    <div className={css.short}>
      <p className={css.signs} aria-hidden="true">
        {groupsOfFour(code)}
      </p>
      <p className={text.sr}>{[...code].join(" ")}</p>
      <p className={css.typed}>{t(bars ? "code.typedBars" : "code.typed")}</p>
    </div>
  );
}
