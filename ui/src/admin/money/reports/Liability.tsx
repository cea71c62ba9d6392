import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { formatPoints } from "../../../i18n/format";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Loaded } from "../../../kit/loading/States";
import css from "../../admin.module.css";
import { DayInput } from "../../kit/DayInput";
import { CsvLink } from "../../kit/FileLink";
import { useAddress } from "../../kit/useAddress";
import own from "./Reports.module.css";
import { formatHkd, liabilityQuery, today } from "./reports";

/** The programme's liability at the end of a day, in points and in money. */
export function Liability() {
  const { t } = useTranslation("adminReports");
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
        {({ outstanding, held, pending, issued, redeemed, expired, liability, pointValue }) => (
          <>
            <p className={own.owed}>
              <b>
                {liability === undefined
                  ? t("liability.points", {
                      count: outstanding + pending,
                      points: formatPoints(outstanding + pending),
                    })
                  : formatHkd(liability)}
              </b>
              {liability !== undefined && (
                <span>
                  {t("liability.points", {
                    count: outstanding + pending,
                    points: formatPoints(outstanding + pending),
                  })}
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
                  ["liability.pending", pending],
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
