import { useTranslation } from "react-i18next";
import { classes } from "../../kit/classes";
import { QrCode } from "../../kit/codes/QrCode";
import css from "./AwardSlip.module.css";
import { isPlain, plainSlip, type SlipOf, type SlipRow, type SlipShop } from "./slip";
import { useSlip, useSlipFoot } from "./useSlip";

/** The slip of an award for a receipt printer of 58 or 80 mm; only the printed page shows it. */
export function AwardSlip({ done, shop }: { done: SlipOf; shop?: SlipShop | undefined }) {
  const { t } = useTranslation("counter");
  const [rows, foot] = [useSlip(done, shop), useSlipFoot(done)];
  return (
    <div className={css.slip} aria-hidden="true">
      {isPlain() ? (
        <pre className={css.plain}>{plainSlip([...rows, ...foot])}</pre>
      ) : (
        <>
          <Rows rows={rows} />
          <div className={css.code}>
            <QrCode text={done.awarded.number} label={t("slip.code")} size={110} />
          </div>
          <Rows rows={foot} />
        </>
      )}
    </div>
  );
}

function Rows({ rows }: { rows: readonly SlipRow[] }) {
  return rows.map((row, at) => {
    const key = `${at} ${row.kind}`;
    if (row.kind === "rule") return <hr key={key} className={row.solid ? css.solid : undefined} />;
    if (row.kind === "line")
      return (
        <p key={key} className={classes(css.line, row.strong && css.strong)}>
          <span>{row.name}</span>
          <span>{row.value}</span>
        </p>
      );
    return (
      <p
        key={key}
        className={row.kind === "centre" ? classes(css.centre, row.strong && css.strong) : undefined}
      >
        {row.text}
      </p>
    );
  });
}
