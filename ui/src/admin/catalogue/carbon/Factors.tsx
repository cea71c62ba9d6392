import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatDate, formatPoints } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { showToast } from "../../../kit/dialog/Toaster";
import { EmptySheet } from "../../../kit/loading/EmptyPlaces";
import { Badge } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { ActionDialog } from "../../kit/ActionDialog";
import { type Column, DataTable } from "../../kit/DataTable";
import { allOf, partners } from "../../kit/editor/kinds";
import { CsvLink } from "../../kit/FileLink";
import { useLocalPages } from "../../kit/pages";
import {
  carbonChanged,
  endFactor,
  type Factor,
  factorsQuery,
  formatGrams,
  isSourced,
  reportQuery,
  sourceOf,
  usesOf,
  usualMonths,
} from "./carbon";
import { FactorDialog } from "./FactorDialog";

/** The factors, each with its newest version. */
export function Factors({ mayChange }: { mayChange: boolean }) {
  const { t } = useTranslation("adminCarbon");
  const language = useLanguage();
  const [changing, setChanging] = useState<Factor>();
  const [ending, setEnding] = useState<Factor>();
  const rows = useQuery(reportQuery({ ...usualMonths(), by: "month" })).data ?? [];
  const known = useQuery(allOf(partners)).data ?? [];
  const factors = useQuery(factorsQuery());
  const nameOf = (factor: Factor) => localized(factor.versions[0]?.name ?? { en: "" }, language);
  const partnerOf = ({ partnerId }: Factor) => {
    const found = known.find(({ _id }) => _id === partnerId);
    return found ? localized(found.name, language) : t("everywhere");
  };
  const endedOf = ({ versions }: Factor) => versions[0]?.grams === "0";
  const columns: Column<Factor>[] = [
    {
      key: "name",
      head: t("factor"),
      by: nameOf,
      names: true,
      cell: (factor) => (
        <>
          <span className={css.strong}>{nameOf(factor)}</span>
          <span className={css.two}>{partnerOf(factor)}</span>
        </>
      ),
    },
    {
      key: "grams",
      head: t("grams"),
      end: true,
      by: ({ versions }) => Number(versions[0]?.grams ?? 0),
      cell: ({ versions, unit }) => (
        <>
          <span className={css.nowrap}>{`${formatGrams(Number(versions[0]?.grams ?? 0))} g`}</span>
          <span className={css.two}>{t(`units.${unit}`)}</span>
        </>
      ),
    },
    {
      key: "source",
      head: t("source"),
      from: "medium",
      cell: ({ versions: [newest] }) =>
        newest && isSourced(newest) ? (
          sourceOf(newest)
        ) : (
          <>
            {newest?.source}
            <Badge tone="pollen">{t(newest?.source ? "noYear" : "noSource")}</Badge>
          </>
        ),
    },
    {
      key: "version",
      head: t("version"),
      from: "medium",
      cell: (factor) =>
        endedOf(factor)
          ? t("ended")
          : t("versionFrom", {
              version: factor.versions[0]?.version,
              day: formatDate(`${factor.versions[0]?.from}T04:00:00Z`, language),
            }),
    },
    {
      key: "uses",
      head: t("uses"),
      end: true,
      from: "wide",
      by: ({ _id }) => usesOf(rows, _id),
      cell: ({ _id }) => formatPoints(usesOf(rows, _id)),
    },
    {
      key: "do",
      head: t("actions"),
      hidden: true,
      end: true,
      cell: (factor) =>
        mayChange &&
        !endedOf(factor) && (
          <span className={css.nowrap}>
            <Button kind="text" small onClick={() => setChanging(factor)}>
              {t("newVersion")}
            </Button>
            <Button kind="text" small onClick={() => setEnding(factor)}>
              {t("end")}
            </Button>
          </span>
        ),
    },
  ];
  const pages = useLocalPages("factors", factors, { columns });
  return (
    <section className={`${css.panel} ${css.list}`}>
      <div className={css.panelHead}>
        <h2>{t("factors")}</h2>
        <CsvLink path="/api/admin/carbon/factors" of={t("factors")} />
      </div>
      <DataTable
        label={t("factors")}
        pages={pages}
        rowKey={({ _id }) => _id}
        failed={t("failed")}
        empty={{ picture: <EmptySheet />, title: t("empty.title"), text: t("empty.text") }}
        columns={columns}
      />
      {changing && <FactorDialog factor={changing} onClose={() => setChanging(undefined)} />}
      {ending && (
        <ActionDialog
          title={t("endTitle", { name: nameOf(ending) })}
          submit={t("end")}
          busy={t("busy")}
          onClose={() => setEnding(undefined)}
          act={async () => {
            await endFactor(ending._id);
            await carbonChanged();
            setEnding(undefined);
            showToast(t("endedToast"));
          }}
        >
          <p>{t("endText")}</p>
        </ActionDialog>
      )}
    </section>
  );
}
