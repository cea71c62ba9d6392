import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { localized, useLanguage } from "../../../i18n/language";
import { Badge } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import type { Column } from "../../kit/DataTable";
import { formatHkd } from "../reports/reports";
import { type Transaction, useTypeName } from "./transactions";

/** The common columns of transaction lists: type (opens the record), and whether it was reversed. */
export function useTransactionColumns(
  pathOf: (transaction: Transaction) => string,
  more?: (transaction: Transaction) => string,
) {
  const { t } = useTranslation("adminMoney");
  const language = useLanguage();
  const typeName = useTypeName();
  const billOf = ({ award }: Transaction) =>
    award
      ? [award.outlet && localized(award.outlet, language), award.receipt, formatHkd(award.amountHkd)]
      : [];
  const what: Column<Transaction> = {
    key: "what",
    head: t("what"),
    cell: (row) => {
      const type = typeName(row.type);
      const name = row.itemSnapshot ? localized(row.itemSnapshot.name, language) : type;
      return (
        <>
          <Link className={css.open} to={pathOf(row)}>
            {name}
          </Link>
          <span className={css.two}>
            {[type, ...billOf(row), more?.(row)].filter((words) => words && words !== name).join(" · ")}
          </span>
        </>
      );
    },
  };
  const reversed: Column<Transaction> = {
    key: "reversed",
    head: t("state"),
    hidden: true,
    cell: (row) => row.reversed && <Badge dot={false}>{t("reversed")}</Badge>,
  };
  return { what, reversed };
}
