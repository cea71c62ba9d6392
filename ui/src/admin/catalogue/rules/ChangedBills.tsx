import { useTranslation } from "react-i18next";
import { download } from "../../../device/download";
import { formatDateTime, formatPoints } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { DownloadIcon } from "../../../kit/icons/icons-admin";
import { EmptyReceipt } from "../../../kit/loading/EmptyPictures";
import { EmptyState } from "../../../kit/loading/EmptyState";
import text from "../../../kit/styles/text.module.css";
import admin from "../../admin.module.css";
import { shortOf } from "../../control/audit/audit";
import { Table } from "../../kit/DataTable";
import { Filter } from "../../kit/Tools";
import { useAddress } from "../../kit/useAddress";
import { MemberPageLink } from "../../members/MemberLink";
import { formatHkd } from "../../money/reports/reports";
import { billsOf, csvOfBills, SHOWN } from "./changed";
import type { ChangedBill, SimulationResult } from "./rules";

/** The purchases whose points change most, all or those of one kind, also as a file. */
export function ChangedBills({ of: { changedBills, byPartner, version } }: { of: SimulationResult }) {
  const { t } = useTranslation("adminRules");
  const language = useLanguage();
  const { get, change } = useAddress();
  const shown = SHOWN.find((one) => one === get("bills")) ?? "all";
  const bills = billsOf(changedBills, shown);
  const partnerOf = (id: string) => {
    const found = byPartner.find(({ partner }) => partner === id);
    return found ? localized(found.name, language) : "";
  };
  const why = ({ lines, limitedBy }: ChangedBill) =>
    [
      ...lines.map(({ points, name }) => `+${formatPoints(points)} ${name ? localized(name, language) : ""}`),
      limitedBy ? t(`limits.${limitedBy}`) : lines.length === 0 ? t("trial.base") : "",
    ]
      .filter(Boolean)
      .join(t("says.comma"));
  // The result of a simulation has the id of the member, not the name.
  const member = ({ member: id }: ChangedBill) => (
    <MemberPageLink id={id}>{t("trial.memberOf", { id: shortOf(id) })}</MemberPageLink>
  );
  const save = () =>
    download(`simulation-v${version}.csv`, csvOfBills(bills, byPartner, language), "text/csv");
  return (
    <section className={`${admin.panel} ${admin.list}`}>
      <div className={admin.panelHead}>
        <h2>{t("trial.bill")}</h2>
        <Filter
          label={t("trial.filter")}
          value={shown}
          options={SHOWN.map((value) => ({
            value,
            label: t(`trial.shows.${value}`, { bills: billsOf(changedBills, value).length }),
          }))}
          onChoose={(value) => change({ bills: value === "all" ? "" : value })}
        />
        <Button
          kind="quiet"
          small
          icon={<DownloadIcon size={20} />}
          disabled={bills.length === 0}
          onClick={save}
        >
          {t("csv")}
          <span className={text.sr}> {t("trial.bill")}</span>
        </Button>
      </div>
      {bills.length === 0 ? (
        <EmptyState picture={<EmptyReceipt />} text={t(`trial.empty.${shown}`)} />
      ) : (
        <Table<ChangedBill>
          label={t("trial.bill")}
          rows={bills}
          rowKey={({ transaction }) => transaction}
          columns={[
            { key: "member", head: t("trial.member"), from: "medium", cell: member, below: member },
            {
              key: "where",
              head: t("trial.whereWhen"),
              names: true,
              cell: (row) => (
                <>
                  {partnerOf(row.partner)}
                  <span className={admin.two}>{formatDateTime(row.created, language)}</span>
                </>
              ),
            },
            {
              key: "bill",
              head: t("trial.billHkd"),
              end: true,
              from: "small",
              cell: ({ amountHkd }) => formatHkd(amountHkd).slice(3),
            },
            { key: "given", head: t("trial.given"), end: true, cell: ({ given }) => formatPoints(given) },
            {
              key: "would",
              head: t("trial.v", { version }),
              end: true,
              cell: ({ would }) => <b>{formatPoints(would)}</b>,
            },
            { key: "why", head: t("trial.why"), from: "medium", cell: why, below: why },
          ]}
        />
      )}
    </section>
  );
}
