import { useTranslation } from "react-i18next";
import { Badge } from "../../../kit/screen/Paper";
import { FileCounts, FileRows } from "../FileOutcome";
import own from "./Import.module.css";
import type { ImportAnswer, ImportRow } from "./import";

const FATES = ["new", "updated", "unchanged", "refused"] as const;
const TONES = { new: "leaf", updated: "harbour", unchanged: "plain", refused: "plum" } as const;

/** The dry-run result of each row, errors first. */
export function ImportRows({ dry }: { dry: ImportAnswer }) {
  const { t } = useTranslation("adminLoading");
  return (
    <>
      <FileCounts
        numbers={[
          ...FATES.map((fate) => [t(`fates.${fate}`), dry[fate]] as const),
          ...(dry.points === undefined ? [] : [[t("points"), dry.points] as const]),
        ]}
      />
      <FileRows
        label={t("rows")}
        rows={dry.rows ?? []}
        isBad={({ fate }) => fate === "refused"}
        columns={[
          { key: "line", head: t("line"), end: true, soft: true, cell: ({ line }) => line },
          { key: "name", head: t("name"), cell: ({ name }) => name },
          { key: "fate", head: t("fate"), cell: (row) => <Outcome row={row} /> },
        ]}
        more={(count) => t("more", { count })}
      />
    </>
  );
}

function Outcome({ row: { fate, mistakes } }: { row: ImportRow }) {
  const { t } = useTranslation("adminLoading");
  if (mistakes.length === 0) return <Badge tone={TONES[fate]}>{t(`fates.${fate}`)}</Badge>;
  return (
    <>
      {mistakes.map(({ column, code, message }) => (
        <span key={`${column} ${code}`} className={own.mistake}>
          {column && <b>{column} </b>}
          {message}
        </span>
      ))}
    </>
  );
}
