import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatMonth } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Loaded } from "../../../kit/loading/States";
import css from "../../admin.module.css";
import { Facts } from "../../kit/Facts";
import { useMay } from "../../session";
import { formatHkd } from "../reports/reports";
import { BreakageDialog } from "./BreakageDialog";
import { type BreakageAssumption, breakageQuery, type MonthJournal } from "./journal";

/** The estimate of points that nobody redeems, with the assumption that it rests on. */
export function Breakage({ of, month }: { of: MonthJournal["breakage"]; month: string }) {
  const { t } = useTranslation("adminJournal");
  const language = useLanguage();
  const assumption = useQuery(breakageQuery());
  const mayChange = useMay("settle");
  const [changing, setChanging] = useState<BreakageAssumption>();
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t("breakage.title")}</h2>
        {mayChange && assumption.data && (
          <Button kind="text" small onClick={() => setChanging(assumption.data)}>
            {t("breakage.change")}
          </Button>
        )}
      </div>
      <p className={css.soft}>{t("breakage.how")}</p>
      <Facts
        facts={[
          [t("breakage.percent"), `${of.percent} %`],
          [t("opening"), formatHkd(of.openingHkd)],
          [t("kinds.breakage"), formatHkd(of.recognisedHkd)],
          [t("kinds.expiredExpected"), formatHkd(of.usedHkd === "0.00" ? of.usedHkd : `-${of.usedHkd}`)],
          [t("closing"), formatHkd(of.closingHkd)],
        ]}
      />
      <Loaded of={assumption} failed={t("failed")} skeleton={<RowSkeleton count={2} />}>
        {({ versions }) =>
          versions.length > 0 && (
            <>
              <h3>{t("breakage.history")}</h3>
              <ul className={css.stack}>
                {versions.map(({ version, percent, from, reason, changedBy }) => (
                  <li key={version}>
                    {t("breakage.since", { percent, month: formatMonth(from, language) })}
                    <span className={css.two}>
                      {reason} · {changedBy}
                    </span>
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
      {changing && (
        <BreakageDialog assumption={changing} month={month} onClose={() => setChanging(undefined)} />
      )}
    </section>
  );
}
