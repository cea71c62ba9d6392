import { useTranslation } from "react-i18next";
import { Badge } from "../../components/Paper";
import { formatPoints } from "../../i18n/format";
import { Table } from "../components/DataTable";
import css from "../desk.module.css";
import own from "./Loading.module.css";
import type { Loaded, LoadRow } from "./loading";

const SHOWN = 200;
const FATES = ["new", "updated", "unchanged", "refused"] as const;
const TONES = { new: "leaf", updated: "harbour", unchanged: "plain", refused: "plum" } as const;

/** What would become of each row of a file, those with mistakes first. */
export function LoadRows({ dry }: { dry: Loaded }) {
  const { t } = useTranslation("deskLoading");
  const all = dry.rows ?? [];
  const refused = ({ fate }: LoadRow) => Number(fate === "refused");
  const shown = [...all].sort((a, b) => refused(b) - refused(a)).slice(0, SHOWN);
  return (
    <>
      <div className={own.counts} role="status">
        {FATES.map((fate) => (
          <div key={fate}>
            {t(`fates.${fate}`)}
            <b>{formatPoints(dry[fate])}</b>
          </div>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to scroll it. */}
      <section className={own.rows} tabIndex={0} aria-label={t("rows")}>
        <Table
          label={t("rows")}
          rows={shown}
          rowKey={({ line }) => String(line)}
          columns={[
            { key: "line", head: t("line"), end: true, soft: true, cell: ({ line }) => line },
            { key: "name", head: t("name"), cell: ({ name }) => name },
            { key: "fate", head: t("fate"), cell: (row) => <Outcome row={row} /> },
          ]}
        />
      </section>
      {all.length > SHOWN && <p className={css.soft}>{t("more", { count: all.length - SHOWN })}</p>}
    </>
  );
}

function Outcome({ row: { fate, mistakes } }: { row: LoadRow }) {
  const { t } = useTranslation("deskLoading");
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
