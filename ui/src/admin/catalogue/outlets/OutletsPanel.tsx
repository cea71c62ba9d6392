import { useTranslation } from "react-i18next";
import css from "../../admin.module.css";
import { useMay } from "../../session";
import { Cashiers } from "./Cashiers";
import { EarnLinkKeys } from "./EarnLinkKeys";
import { Outlets } from "./Outlets";
import own from "./Outlets.module.css";
import { Tills } from "./Tills";

/** The outlets, tills and cashiers of a partner, and its keys of earn links. */
export function OutletsPanel({ partner }: { partner: string }) {
  const { t } = useTranslation("adminCounters");
  const mayWrite = useMay("writeContent");
  const mayRun = useMay("runProgramme");
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t("title")}</h2>
      </div>
      <p className={css.soft}>{t("text")}</p>
      <div className={`${css.stack} ${own.parts}`}>
        <Outlets partner={partner} mayWrite={mayWrite} mayClose={mayRun} />
        <Tills partner={partner} mayWrite={mayRun} />
        <Cashiers partner={partner} mayWrite={mayRun} />
        <EarnLinkKeys partner={partner} mayWrite={mayRun} />
      </div>
    </section>
  );
}
