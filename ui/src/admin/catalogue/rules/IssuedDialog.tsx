import { useTranslation } from "react-i18next";
import { noonOf } from "../../../api/outlook";
import { formatDay, formatPoints } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import admin from "../../admin.module.css";
import { AdminDialog } from "../../kit/AdminDialog";
import { Table } from "../../kit/DataTable";
import { formatHkd, type Issued, type IssuedPart } from "../../money/reports/reports";

interface IssuedDialogProps {
  issued: Issued;
  onClose(): void;
}

type Row = Omit<IssuedPart, "by"> & { by: IssuedPart["by"] | "total" };

const EXPLAINED = ["otherPurchases", "rewards", "takenBack"] as const;

/** The sources of the points of the last four weeks, each with its points, and the sum of all. */
export function IssuedDialog({ issued, onClose }: IssuedDialogProps) {
  const { t } = useTranslation("adminRules");
  const { t: common } = useTranslation("admin");
  const language = useLanguage();
  const { from, to, points, hkd, parts } = issued;
  const title = t("issued.open", { points: formatPoints(points) });
  const day = (text: string) => formatDay(noonOf(text), language);
  const nameOf = ({ by, name }: Row) => {
    if (by === "total") return <b>{t("issued.total")}</b>;
    const explained = EXPLAINED.find((one) => one === by);
    return (
      <>
        {name ? localized(name, language) : t(`issued.by.${by}`)}
        {explained && <span className={admin.two}>{t(`issued.text.${explained}`)}</span>}
      </>
    );
  };
  return (
    <AdminDialog
      title={title}
      onClose={onClose}
      actions={
        <Button small onClick={onClose}>
          {common("done")}
        </Button>
      }
    >
      <p>{t("issued.line", { from: day(from), to: day(to) })}</p>
      <Table<Row>
        label={title}
        rows={[...parts, { by: "total", points, hkd }]}
        rowKey={({ by, rule }) => rule ?? by}
        columns={[
          { key: "by", head: t("issued.source"), cell: nameOf },
          {
            key: "points",
            head: t("issued.points"),
            end: true,
            cell: (row) => (row.by === "total" ? <b>{figure(row.points)}</b> : figure(row.points)),
          },
          {
            key: "hkd",
            head: "HK$",
            end: true,
            cell: (row) => {
              const amount = formatHkd(row.hkd).replace("HK$", "");
              return row.by === "total" ? <b>{amount}</b> : amount;
            },
          },
        ]}
      />
    </AdminDialog>
  );
}

/** Points with a true minus sign. */
const figure = (points: number) => (points < 0 ? `−${formatPoints(-points)}` : formatPoints(points));
