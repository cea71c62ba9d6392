import { useTranslation } from "react-i18next";
import { Badge } from "../../components/Paper";
import { localized, useLanguage } from "../../i18n/language";
import type { Column } from "../components/DataTable";
import css from "../desk.module.css";
import { type Transaction, useTypeName } from "./transactions";

/** The columns that every list of movements has: what it was, which opens it, and whether it was undone. */
export function useMovementColumns(
  onOpen: (transaction: Transaction) => void,
  more?: (transaction: Transaction) => string,
) {
  const { t } = useTranslation("deskMoney");
  const language = useLanguage();
  const typeName = useTypeName();
  const what: Column<Transaction> = {
    key: "what",
    head: t("what"),
    cell: (row) => (
      <>
        <button type="button" className={css.open} onClick={() => onOpen(row)}>
          {row.itemSnapshot ? localized(row.itemSnapshot.name, language) : typeName(row.type)}
        </button>
        <span className={css.two}>{[typeName(row.type), more?.(row)].filter(Boolean).join(" · ")}</span>
      </>
    ),
  };
  const reversed: Column<Transaction> = {
    key: "reversed",
    head: t("state"),
    hidden: true,
    cell: (row) => row.reversed && <Badge dot={false}>{t("reversed")}</Badge>,
  };
  return { what, reversed };
}
