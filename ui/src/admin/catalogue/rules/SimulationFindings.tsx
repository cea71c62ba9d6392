import { useTranslation } from "react-i18next";
import { noonOf } from "../../../api/outlook";
import { formatChange, formatDay, formatPoints } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { classes } from "../../../kit/classes";
import { EmptyReceipt, EmptySearch } from "../../../kit/loading/EmptyPictures";
import { EmptyState } from "../../../kit/loading/EmptyState";
import { Note } from "../../../kit/screen/Paper";
import { StencilNumber } from "../../../kit/screen/StencilNumber";
import admin from "../../admin.module.css";
import { Table } from "../../kit/DataTable";
import { formatHkd } from "../../money/reports/reports";
import { ChangedBills } from "./ChangedBills";
import { CompareBars } from "./CompareBars";
import { type Rule, type SimulationResult, waitingWords } from "./rules";
import css from "./Simulation.module.css";
import { useBudgetLasts } from "./useBudgetLasts";

interface SimulationFindingsProps {
  of: SimulationResult;
  /** The rule that was tried; absent for rates of a partner. */
  rule?: Rule;
  /** True if all purchases are of one partner. A table by partner would then only repeat the sums. */
  onePartner?: boolean;
}

/** The result of a simulation: the points that the rule would have given, beside the points really given. */
export function SimulationFindings({ of, rule, onePartner = false }: SimulationFindingsProps) {
  const { t } = useTranslation("adminRules");
  const language = useLanguage();
  const lasts = useBudgetLasts(rule, of);
  if (of.purchases === 0) return <EmptyState picture={<EmptyReceipt />} text={t("trial.noPurchases")} />;
  const waits = (of.pendingPoints ?? 0) > 0;
  if (rule?.latest.rule.bonus.kind === "none" && of.givenPoints === 0)
    return waits ? <Waiting of={of} /> : <EmptyState text={t("trial.waitingNothing")} />;
  return (
    <>
      <Tiles of={of} lasts={lasts} />
      {rule?.latest.rule.segment && <Note tone="harbour">{t("trial.segmentToday")}</Note>}
      {lasts?.note && <Note tone="pollen">{lasts.note}</Note>}
      {of.budgetSpentOn && (
        <Note tone="pollen">{t("trial.bites", { day: formatDay(noonOf(of.budgetSpentOn), language) })}</Note>
      )}
      {waits && <Note tone="harbour">{t("trial.pending", waitingWords(of))}</Note>}
      {of.points === 0 && of.givenPoints === 0 ? (
        <EmptyState picture={<EmptySearch />} text={t("trial.nothing")} />
      ) : (
        <>
          <div className={onePartner ? undefined : css.halves}>
            <section className={admin.panel}>
              <div className={admin.panelHead}>
                <h2>{t("trial.byDay")}</h2>
              </div>
              <CompareBars of={of} />
            </section>
            {!onePartner && <ByPartner of={of} />}
          </div>
          {of.changedBills.length > 0 && <ChangedBills of={of} />}
        </>
      )}
    </>
  );
}

type Lasts = ReturnType<typeof useBudgetLasts>;

/** The points and bills that a rule without a bonus would have let wait. */
function Waiting({ of }: { of: SimulationResult }) {
  const { t } = useTranslation("adminRules");
  const tiles = [
    { name: t("trial.waitingPoints"), value: of.pendingPoints ?? 0, line: t("trial.waitingLine") },
    {
      name: t("trial.bills"),
      value: of.pendingBills ?? 0,
      line: t("trial.ofPurchases", { bills: formatPoints(of.purchases) }),
    },
  ];
  return (
    <dl className={css.tiles}>
      {tiles.map(({ name, value, line }) => (
        <div key={name} className={classes(admin.panel, css.panel)}>
          <dt>{name}</dt>
          <dd className={css.number}>
            <StencilNumber value={value} height={32} />
          </dd>
          <dd>{line}</dd>
        </div>
      ))}
    </dl>
  );
}

function Tiles({ of, lasts }: { of: SimulationResult; lasts: Lasts }) {
  const { t } = useTranslation("adminRules");
  const tiles = [
    {
      name: t("trial.members"),
      value: of.members,
      line: t("trial.membersLine", {
        new: formatPoints(of.membersNew),
        stay: formatPoints(of.members - of.membersNew),
        lost: formatPoints(of.membersLost),
      }),
    },
    {
      name: t("trial.points"),
      value: of.points,
      tone: css.points,
      line: t("trial.pointsLine", {
        given: formatPoints(of.givenPoints),
        change: formatChange(of.points - of.givenPoints),
      }),
    },
    {
      name: t("trial.value"),
      value: formatHkd(of.hkd).slice(3),
      line: t("trial.valueLine", { given: formatHkd(of.givenHkd).slice(3) }),
    },
    {
      name: t("trial.bills"),
      value: of.bills,
      line: t("trial.billsLine", { limited: formatPoints(of.limited) }),
    },
  ];
  return (
    <dl className={css.tiles}>
      {tiles.map(({ name, value, tone, line }) => (
        <div key={name} className={classes(admin.panel, css.panel)}>
          <dt>{name}</dt>
          <dd className={classes(css.number, tone)}>
            <StencilNumber value={value} height={32} />
          </dd>
          <dd>{line}</dd>
        </div>
      ))}
      {lasts && (
        <div className={classes(admin.panel, css.panel)}>
          <dt>{t("trial.lasts")}</dt>
          <dd className={classes(css.until, lasts.short && css.less)}>{lasts.value}</dd>
          <dd className={classes(lasts.short && css.less)}>{lasts.line}</dd>
        </div>
      )}
    </dl>
  );
}

const change = (points: number) => (
  <span className={classes(points > 0 && css.more, points < 0 && css.less)}>{formatChange(points)}</span>
);

function ByPartner({ of }: { of: SimulationResult }) {
  const { t } = useTranslation("adminRules");
  const language = useLanguage();
  const { members, points, givenPoints, hkd, givenHkd } = of;
  const rows = [
    ...of.byPartner.map((one) => ({ ...one, shown: localized(one.name, language) })),
    { partner: "all", shown: <b>{t("trial.all")}</b>, members, points, givenPoints, hkd, givenHkd },
  ];
  type Row = (typeof rows)[number];
  return (
    <section className={admin.panel}>
      <div className={admin.panelHead}>
        <h2>{t("trial.byPartner")}</h2>
      </div>
      <Table<Row>
        label={t("trial.byPartner")}
        rows={rows}
        rowKey={({ partner }) => partner}
        columns={[
          { key: "partner", head: t("trial.partner"), cell: ({ shown }) => shown },
          {
            key: "members",
            head: t("trial.membersHead"),
            end: true,
            from: "small",
            cell: (row) => formatPoints(row.members),
          },
          {
            key: "given",
            head: t("trial.givenHead"),
            end: true,
            cell: (row) => formatPoints(row.givenPoints),
          },
          {
            key: "would",
            head: t("trial.wouldHead"),
            end: true,
            cell: (row) => <b>{formatPoints(row.points)}</b>,
          },
          {
            key: "change",
            head: t("trial.difference"),
            end: true,
            from: "small",
            cell: (row) => change(row.points - row.givenPoints),
          },
          {
            key: "value",
            head: t("trial.value"),
            end: true,
            from: "medium",
            cell: (row) => (
              <>
                {formatHkd(row.hkd).slice(3)}
                <span className={admin.two}>
                  {t("trial.valueLine", { given: formatHkd(row.givenHkd).slice(3) })}
                </span>
              </>
            ),
          },
        ]}
      />
    </section>
  );
}
