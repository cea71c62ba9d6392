import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import css from "../Counter.module.css";
import { Camera } from "../kit/Camera";
import { type CouponCheck, isMemberCode, type MemberSeen, scanMember, verify } from "../kit/orders";
import { said } from "../kit/said";
import { playSound, type Sound } from "../kit/sounds";
import { isRefused, lookAgain } from "../kit/till";
import { useWide } from "../kit/useWide";
import { JustNow } from "../today/JustNow";
import { CouponCheckScreen } from "./CouponCheckScreen";
import { MemberCode } from "./MemberCode";

/** A coupon's code and the server's answer about it. */
export interface SeenCoupon {
  code: string;
  check: CouponCheck;
  /** True if the code was scanned at the award desk. */
  moved?: boolean;
}

export const SIGNALS: Record<CouponCheck["status"], Sound> = {
  valid: "good",
  collected: "known",
  expired: "bad",
  unknown: "bad",
};

interface CouponScreenProps {
  tabs: ReactNode;
  /** A coupon that was scanned at the award desk. */
  shown?: SeenCoupon | undefined;
  /** Opens the list of the day. */
  onToday(): void;
}

/** Scans a coupon and shows the check on the full screen. */
export function CouponScreen({ tabs, shown, onToday }: CouponScreenProps) {
  const { t } = useTranslation("counter");
  const wide = useWide();
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const [seen, setSeen] = useState(shown);
  const [member, setMember] = useState<{ code: string; seen: MemberSeen }>();
  const look = async (text: string) => {
    const code = text.trim();
    setTrouble(undefined);
    setBusy(true);
    try {
      if (isMemberCode(code)) {
        setMember({ code, seen: await scanMember(code) });
        playSound("good");
        return;
      }
      const check = await verify(code);
      playSound(SIGNALS[check.status]);
      setSeen({ code, check });
    } catch (error) {
      playSound("bad");
      setTrouble(said(error, t("line.down"), t("coupon.failed")));
      if (isRefused(error, "till_locked", "unauthenticated", "till_not_enrolled")) void lookAgain();
    } finally {
      setBusy(false);
    }
  };
  return (
    <main className={css.desk}>
      <div className={css.look}>
        {tabs}
        <Camera
          title={t("coupon.scan")}
          typed={{
            action: t("coupon.type"),
            label: t("coupon.typeLabel"),
            hint: t("coupon.typeHint"),
            required: t("coupon.typeRequired"),
            submit: t("coupon.check"),
          }}
          keys
          on={!seen && !member}
          busy={busy && t("coupon.checking")}
          trouble={trouble}
          onText={look}
        />
      </div>
      {wide && (
        <section className={css.side}>
          <JustNow hint={t("coupon.first")} onToday={onToday} />
        </section>
      )}
      {member && <MemberCode {...member} onClose={() => setMember(undefined)} />}
      {seen && (
        <CouponCheckScreen
          key={seen.code + seen.check.status}
          code={seen.code}
          check={seen.check}
          moved={seen.moved}
          onCheck={() => look(seen.code)}
          onClose={() => setSeen(undefined)}
        />
      )}
    </main>
  );
}
