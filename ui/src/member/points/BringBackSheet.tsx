import { useState } from "react";
import { useTranslation } from "react-i18next";
import { noonOf, type ReturnablePoints } from "../../api/outlook";
import { ApiProblem } from "../../api/problem";
import { formatDate, formatDay, formatPoints } from "../../i18n/format";
import { useLanguage } from "../../i18n/language";
import { Button } from "../../kit/buttons/Button";
import { Sheet } from "../../kit/dialog/Sheet";
import { showToast } from "../../kit/dialog/Toaster";
import { FailedNote } from "../../kit/screen/Paper";
import layout from "../../kit/styles/layout.module.css";
import { bringBack } from "./bringBack";
import css from "./Lots.module.css";

/** Offers expired points back: the old end, the last day to decide, and the new end. */
export function BringBackSheet({ of, onClose }: { of: ReturnablePoints; onClose(): void }) {
  const { t } = useTranslation("points");
  const language = useLanguage();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string>();
  const count = { count: of.points, points: formatPoints(of.points) };
  const long = (day: string) => formatDate(noonOf(day), language);
  const run = async () => {
    setBusy(true);
    setFailed(undefined);
    try {
      await bringBack(of);
      showToast(t("lots.back.done", count));
      onClose();
    } catch (error) {
      setFailed(error instanceof ApiProblem && error.message ? error.message : t("lots.back.failed"));
      setBusy(false);
    }
  };
  return (
    <Sheet title={t("lots.back.title", count)} onClose={onClose} busy={busy}>
      <p>
        {t("lots.back.text", {
          day: formatDay(noonOf(of.lastDay), language),
          until: formatDay(noonOf(of.until), language),
        })}
      </p>
      <dl className={layout.facts}>
        <div>
          <dt>{t("lots.back.expired")}</dt>
          <dd>{long(of.lastDay)}</dd>
        </div>
        <div>
          <dt>{t("lots.back.if")}</dt>
          <dd>{t("lots.back.useBy", { day: long(of.useBy) })}</dd>
        </div>
      </dl>
      {failed && <FailedNote>{failed}</FailedNote>}
      <div className={css.actions}>
        <Button kind="points" block busy={busy && t("lots.back.busy")} onClick={() => void run()}>
          {t("lots.back.do", count)}
        </Button>
        <Button kind="text" block disabled={busy} onClick={onClose}>
          {t("lots.back.let")}
        </Button>
      </div>
    </Sheet>
  );
}
