import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { budgetsChanged } from "../bonus/bonusHours";
import css from "../Counter.module.css";
import { type SeenCoupon, SIGNALS } from "../coupon/CouponScreen";
import { EarnQr } from "../earnqr/EarnQr";
import { Camera } from "../kit/Camera";
import {
  beginAward,
  type Done,
  type Found,
  keepDraft,
  keptDraft,
  keptHandOver,
  keptOrder,
  type Order,
  settleOrLookAgain,
} from "../kit/orders";
import { said } from "../kit/said";
import { playSound } from "../kit/sounds";
import { isRefused, lookAgain, type Till } from "../kit/till";
import { useSending } from "../kit/useSending";
import { useWide } from "../kit/useWide";
import { JustNow } from "../today/JustNow";
import { AwardDone } from "./AwardDone";
import { AwardForm, type Purchase } from "./AwardForm";
import { kindOf } from "./codeKind";
import { memberOrCoupon } from "./memberOrCoupon";

interface AwardScreenProps {
  tabs: ReactNode;
  till: Till;
  by: string;
  /** Called with the code of a coupon, which belongs to the coupon desk. */
  onCoupon(coupon: SeenCoupon): void;
  /** Opens the list of the day. */
  onToday(): void;
}

/** Awards points: scan the member's code, enter the amount, show the result. */
export function AwardScreen({ tabs, till, by, onCoupon, onToday }: AwardScreenProps) {
  const { t } = useTranslation("counter");
  const wide = useWide();
  const sending = useSending();
  // Recover an unconfirmed order first: the cashier may have left before the server answered.
  const [kept, setKept] = useState(() => keptOrder(by));
  const [handOver, setHandOver] = useState(() => (kept ? undefined : keptHandOver(by)));
  const [draft, setDraft] = useState(() => (kept || handOver ? undefined : keptDraft(by)));
  const [member, setMember] = useState<Found | undefined>((kept ?? handOver ?? draft)?.member);
  const [looking, setLooking] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const [refused, setRefused] = useState<string>();
  const [done, setDone] = useState<Done>();
  const [qr, setQr] = useState(false);

  const find = async (text: string) => {
    const kind = kindOf(text.trim());
    setTrouble(undefined);
    if (kind === "link" || kind === "slip") {
      playSound("bad");
      setTrouble(t(`award.shown.${kind}`));
      return;
    }
    setLooking(true);
    try {
      const found = await memberOrCoupon(text.trim(), kind);
      if (!found) {
        playSound("bad");
        setTrouble(t("award.notFound"));
        return;
      }
      if ("check" in found) {
        playSound(SIGNALS[found.check.status]);
        onCoupon(found);
        return;
      }
      setMember(found);
      setRefused(undefined);
    } catch (error) {
      playSound("bad");
      setTrouble(said(error, t("line.down"), t("award.notFound")));
      if (isRefused(error, "till_locked", "unauthenticated")) void lookAgain();
    } finally {
      setLooking(false);
    }
  };

  const give = async (order: Order) => {
    setRefused(undefined);
    const award = beginAward(order);
    try {
      const awarded = await sending.send(award.ask);
      if (!awarded) return;
      award.settle();
      budgetsChanged();
      keepDraft(undefined);
      playSound("good");
      setDone({ order, awarded });
    } catch (error) {
      settleOrLookAgain(error, award);
      playSound("bad");
      setRefused(said(error, t("line.down"), t("award.failed")));
    }
  };
  const resume = useRef(() => {
    if (kept) void give(kept);
  });
  useEffect(() => resume.current(), []);

  const next = () => {
    // The draft of one customer must not appear for the next one.
    keepDraft(undefined);
    setDraft(undefined);
    setKept(undefined);
    setHandOver(undefined);
    setDone(undefined);
    setMember(undefined);
    setTrouble(undefined);
  };
  const submit = (purchase: Purchase) => {
    if (member) void give({ member, ...purchase, begun: Date.now(), by });
  };
  return (
    <main className={css.desk}>
      {(wide || (!member && !qr)) && (
        <div className={css.look}>
          {tabs}
          <Camera
            title={member ? t("award.found", { name: member.name }) : t("award.scan")}
            typed={{
              action: t("award.type"),
              label: t("award.typeLabel"),
              hint: t("award.typeHint"),
              required: t("award.typeRequired"),
              submit: t("award.lookUp"),
            }}
            more={{ action: t("earnQr.open"), onPress: () => setQr(true) }}
            on={!member && !qr}
            busy={looking && t("award.looking")}
            trouble={trouble}
            onText={find}
          />
        </div>
      )}
      {member ? (
        <AwardForm
          key={member.shortId}
          member={member}
          rates={till.partner}
          by={by}
          initial={kept ?? draft}
          handOver={handOver}
          sending={sending.state}
          refused={refused}
          onChange={next}
          onTyped={(typed) => keepDraft({ member, ...typed, by })}
          onRetry={sending.retryNow}
          onSubmit={submit}
        />
      ) : qr ? (
        <EarnQr till={till} by={by} onEnd={() => setQr(false)} />
      ) : (
        wide && (
          <section className={css.side}>
            <JustNow hint={t("award.first")} onToday={onToday} />
          </section>
        )
      )}
      {done && <AwardDone done={done} onNext={next} />}
    </main>
  );
}
