import { useQuery } from "@tanstack/react-query";
import { Fragment, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { classes } from "../../kit/classes";
import { QrCode } from "../../kit/codes/QrCode";
import { Sheet } from "../../kit/dialog/Sheet";
import { Tabs } from "../../kit/form/Segment";
import { CheckIcon } from "../../kit/icons/icons-basic";
import { ClockIcon } from "../../kit/icons/icons-member";
import { RowSkeleton } from "../../kit/loading/Skeletons";
import { Loaded } from "../../kit/loading/States";
import { Note } from "../../kit/screen/Paper";
import { Row } from "../../kit/screen/Row";
import { StencilNumber } from "../../kit/screen/StencilNumber";
import layout from "../../kit/styles/layout.module.css";
import text from "../../kit/styles/text.module.css";
import css from "./CounterCode.module.css";
import { codeAt, counterCodesQuery, type KeptCodes } from "./counterCodes";
import { EarnOnlyCode } from "./EarnOnlyCode";

// Stands where the sentence has its number, which is drawn.
const MARK = "\u0000";

type Use = "spend" | "earn";

/** The code that a counter scans: one that changes for all uses, and one for earning, which may be printed. */
export function CounterCodeSheet({ shortId, onClose }: { shortId: string; onClose(): void }) {
  const { t } = useTranslation("profile");
  const [use, setUse] = useState<Use>("spend");
  return (
    <Sheet title={t("code.title")} onClose={onClose}>
      <div className={css.tabs} />
      <Tabs<Use>
        label={t("code.uses")}
        options={[
          { value: "spend", label: t("code.spend") },
          { value: "earn", label: t("code.earn") },
        ]}
        chosen={use}
        onChoose={setUse}
      >
        {use === "spend" ? <Changing /> : <EarnOnlyCode shortId={shortId} />}
      </Tabs>
    </Sheet>
  );
}

function Changing() {
  const { t } = useTranslation("profile");
  const codes = useQuery(counterCodesQuery());
  return (
    <>
      <Loaded of={codes} failed={t("code.failed")} skeleton={<RowSkeleton count={3} />}>
        {(kept) => <Code kept={kept} refetch={codes.refetch} />}
      </Loaded>
      <div className={classes(layout.card, layout.rows, css.why)}>
        <Row icon={<CheckIcon size={22} />} title={t("code.finds")} line={t("code.findsLine")} />
        <Row icon={<ClockIcon size={22} />} title={t("code.dies")} line={t("code.diesLine")} />
      </div>
    </>
  );
}

function Code({ kept, refetch }: { kept: KeptCodes; refetch(): unknown }) {
  const { t } = useTranslation("profile");
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const tick = () => setNow(Date.now());
    const timer = setInterval(tick, 1_000);
    document.addEventListener("visibilitychange", tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", tick);
    };
  }, []);
  const shown = codeAt(kept, now);
  const over = shown === undefined;
  useEffect(() => {
    if (over) refetch();
  }, [over, refetch]);
  if (!shown) return <Note tone="pollen">{t("code.once")}</Note>;
  return (
    <>
      <div className={css.box}>
        <svg className={css.ring} viewBox="0 0 100 100" aria-hidden="true">
          <rect x="2" y="2" width="96" height="96" rx="12" pathLength="30" />
          <rect
            x="2"
            y="2"
            width="96"
            height="96"
            rx="12"
            pathLength="30"
            strokeDasharray={`${shown.left} 30`}
          />
        </svg>
        <QrCode text={shown.code} label={t("code.qr")} size={232} />
      </div>
      <p className={css.left} role="timer" aria-live="off">
        <span className={text.sr}>{t("code.left", { count: shown.left, number: shown.left })}</span>
        {t("code.left", { count: shown.left, number: MARK })
          .split(MARK)
          .map((words, at) => (
            <Fragment key={words}>
              {at > 0 && <StencilNumber value={String(shown.left)} height={40} hidden />}
              {words.trim() && <span aria-hidden="true">{words}</span>}
            </Fragment>
          ))}
      </p>
    </>
  );
}
