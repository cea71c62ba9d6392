import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { RowSkeleton } from "../../components/Skeletons";
import { Loaded } from "../../components/States";
import { formatPoints } from "../../i18n/format";
import { DayInput } from "../components/DayInput";
import { CsvLink } from "../components/FileLink";
import { useAddress } from "../components/useAddress";
import css from "../desk.module.css";
import own from "./Reports.module.css";
import { formatHkd, liabilityQuery, today } from "./reports";

/** What the programme owed at the end of a day, in points and in money. */
export function Liability() {
  const { t } = useTranslation("deskReports");
  const { get, change } = useAddress();
  const now = today();
  const at = get("at") || now;
  const owed = useQuery({ ...liabilityQuery(at), placeholderData: keepPreviousData });
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t("liability.title")}</h2>
        <DayInput
          label={t("liability.at")}
          value={at}
          max={now}
          onChange={(day) => change({ at: day === now ? "" : day })}
        />
        <CsvLink path="/api/admin/reports/liability" query={{ at }} of={t("liability.title")} />
      </div>
      <Loaded of={owed} failed={t("failed")} skeleton={<RowSkeleton count={2} />}>
        {({ outstanding, held, issued, redeemed, expired, liability, pointValue }) => (
          <>
            <p className={own.owed}>
              <b>
                {liability === undefined
                  ? t("liability.points", { count: outstanding, points: formatPoints(outstanding) })
                  : formatHkd(liability)}
              </b>
              {liability !== undefined && (
                <span>
                  {t("liability.points", { count: outstanding, points: formatPoints(outstanding) })}
                </span>
              )}
            </p>
            <dl className={css.facts}>
              {(
                [
                  ["liability.issued", issued],
                  ["liability.redeemed", 0 - redeemed],
                  ["liability.expired", 0 - expired],
                  ["outstanding", outstanding],
                  ["liability.held", held],
                ] as const
              ).map(([name, points]) => (
                <div key={name}>
                  <dt>{t(name)}</dt>
                  <dd>{points < 0 ? `−${formatPoints(-points)}` : formatPoints(points)}</dd>
                </div>
              ))}
              <div>
                <dt>{t("liability.value")}</dt>
                <dd>{pointValue}</dd>
              </div>
            </dl>
            <p className={css.soft}>{t("liability.valueHint")}</p>
          </>
        )}
      </Loaded>
    </section>
  );
}
