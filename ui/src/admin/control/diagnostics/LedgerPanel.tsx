import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { formatExactTime, formatPoints } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { CheckIcon } from "../../../kit/icons/icons-basic";
import { Badge, Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { useErrorText } from "../../kit/errorText";
import { Facts } from "../../kit/Facts";
import { useAction } from "../../kit/useAction";
import own from "./Diagnostics.module.css";
import { formatTook } from "./diagnostics";
import { ledgerCheckQuery, maintenanceDone, startLedgerCheck } from "./maintenance";

/** The last check of the whole ledger, and a button to check it now. */
export function LedgerPanel() {
  const { t } = useTranslation("adminDiagnostics");
  const language = useLanguage();
  const say = useErrorText();
  const { data, isError } = useQuery(ledgerCheckQuery());
  const { busy, error, run } = useAction();
  const running = data?.running ?? false;
  const wasRunning = useRef(false);
  useEffect(() => {
    if (wasRunning.current && !running) maintenanceDone();
    wasRunning.current = running;
  }, [running]);
  const last = data?.last;
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t("ledger.title")}</h2>
        {last && (
          <Badge tone={last.sound ? "leaf" : "plum"}>{t(last.sound ? "ledger.sound" : "ledger.wrong")}</Badge>
        )}
      </div>
      <p className={css.soft} role="status">
        {last
          ? t("ledger.took", { at: formatExactTime(last.at, language), took: formatTook(last.tookMs * 1000) })
          : t("ledger.never")}
      </p>
      {last && (
        <Facts
          facts={[
            [t("ledger.transactions"), last.transactions !== undefined && formatPoints(last.transactions)],
            [t("ledger.outstanding"), last.outstanding !== undefined && formatPoints(last.outstanding)],
            [t("ledger.head"), last.head && <code title={last.head}>{last.head.slice(0, 12)}…</code>],
          ]}
        />
      )}
      {last?.failure && (
        <Note tone="plum">
          {t("ledger.why")}: <span lang="en">{last.failure}</span>
        </Note>
      )}
      {(isError || error !== undefined) && (
        <Note tone="plum">{error === undefined ? t("ledger.failed") : say(error)}</Note>
      )}
      <div className={own.acts}>
        <Button
          small
          icon={<CheckIcon size={20} />}
          busy={(busy || running) && t("ledger.checking")}
          onClick={() => void run(startLedgerCheck)}
        >
          {t("ledger.check")}
        </Button>
      </div>
    </section>
  );
}
