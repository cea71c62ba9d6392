import { useState } from "react";
import { useTranslation } from "react-i18next";
import { localized, useLanguage } from "../../i18n/language";
import { AwardDone } from "../award/AwardDone";
import { earns } from "../award/amount";
import type { Done } from "../kit/orders";
import { said } from "../kit/said";
import { playSound } from "../kit/sounds";
import { isRefused, lookAgain, type Till } from "../kit/till";
import { doneOf, type MadeLink, makeLink, previewOf, type QrBill, type QrPreview, takeBack } from "./earnQr";
import { QrBillForm } from "./QrBillForm";
import { QrScreen } from "./QrScreen";

/** A purchase whose customer scans the screen: the bill, the QR code, and who collected the points. */
export function EarnQr({ till, by, onEnd }: { till: Till; by: string; onEnd(): void }) {
  const { t } = useTranslation("counter");
  const language = useLanguage();
  const [bill, setBill] = useState<QrBill>();
  const [made, setMade] = useState<{ link: MadeLink; preview: QrPreview | undefined }>();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string>();
  const [done, setDone] = useState<Done>();
  const make = async (of: QrBill) => {
    setBill(of);
    setRefused(undefined);
    setBusy(true);
    try {
      // A rule may have begun or ended since the bill was typed. Without an answer, the screen shows what the rates give.
      const [link, preview] = await Promise.all([makeLink(of), previewOf(of).catch(() => undefined)]);
      setMade({ link, preview });
    } catch (error) {
      setMade(undefined);
      playSound("bad");
      setRefused(said(error, t("line.down"), t("earnQr.failed")));
      if (isRefused(error, "till_locked", "unauthenticated", "till_not_enrolled")) void lookAgain();
    } finally {
      setBusy(false);
    }
  };
  if (done) return <AwardDone done={done} onNext={onEnd} />;
  return (
    <>
      <QrBillForm
        rates={till.partner}
        initial={bill}
        busy={busy}
        refused={refused}
        onBack={onEnd}
        onSubmit={(of) => void make(of)}
      />
      {bill && made && (
        <QrScreen
          key={made.link._id}
          shop={localized(till.partner.name, language)}
          bill={bill}
          points={made.preview?.points ?? earns(bill.amountHkd, till.partner, bill.enjoyCard).points}
          lines={made.preview?.lines ?? []}
          made={made.link}
          onAgain={() => void make(bill)}
          onTakeBack={() => {
            takeBack(made.link._id);
            setMade(undefined);
          }}
          onNext={onEnd}
          onCollected={(award) => {
            playSound("good");
            setDone(doneOf(bill, award, by));
          }}
        />
      )}
    </>
  );
}
