import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "../../i18n/format";
import { localized, useLanguage } from "../../i18n/language";
import { Button } from "../../kit/buttons/Button";
import { Sheet } from "../../kit/dialog/Sheet";
import { EmptyBox } from "../../kit/loading/EmptyPlaces";
import { EmptyState } from "../../kit/loading/EmptyState";
import { Note } from "../../kit/screen/Paper";
import { RowButton } from "../../kit/screen/Row";
import css from "../Counter.module.css";
import { OfflineNote } from "../kit/OfflineNote";
import { beginUse, type MemberSeen, settleOrLookAgain } from "../kit/orders";
import { said } from "../kit/said";
import { playSound } from "../kit/sounds";
import { useSending } from "../kit/useSending";

interface MemberCodeProps {
  code: string;
  seen: MemberSeen;
  onClose(): void;
}

/** A member whose code was scanned: the balance, and the coupons that can be used here, one for each scan. */
export function MemberCode({ code, seen, onClose }: MemberCodeProps) {
  const { t } = useTranslation("counter");
  const language = useLanguage();
  const sending = useSending();
  const [used, setUsed] = useState<string>();
  const [refused, setRefused] = useState<string>();
  const use = async ({ _id, name }: MemberSeen["coupons"][number]) => {
    if (sending.state !== "idle") return;
    setRefused(undefined);
    const meant = beginUse(code, _id);
    try {
      if (!(await sending.send(meant.ask))) return;
      meant.settle();
      playSound("good");
      setUsed(localized(name, language));
    } catch (error) {
      settleOrLookAgain(error, meant);
      playSound("bad");
      setRefused(said(error, t("line.down"), t("memberCode.failed")));
    }
  };
  return (
    <Sheet title={t("memberCode.title", { name: seen.member.name })} onClose={onClose}>
      <div className={css.menu}>
        {used ? (
          <Note tone="leaf">{t("memberCode.used", { item: used })}</Note>
        ) : (
          <>
            <p>{t("memberCode.balance", { points: formatPoints(seen.points) })}</p>
            {seen.coupons.length === 0 ? (
              <EmptyState
                picture={<EmptyBox />}
                title={t("memberCode.none")}
                text={t("memberCode.noneText")}
              />
            ) : (
              <ul aria-label={t("memberCode.coupons")}>
                {seen.coupons.map((coupon) => (
                  <li key={coupon._id}>
                    <RowButton
                      flat
                      title={t("memberCode.use", { item: localized(coupon.name, language) })}
                      onClick={() => void use(coupon)}
                    />
                  </li>
                ))}
              </ul>
            )}
            {sending.state !== "idle" && <p role="status">{t("memberCode.busy")}</p>}
          </>
        )}
        {refused && <Note tone="plum">{refused}</Note>}
        <OfflineNote sending={sending.state} onRetry={sending.retryNow} />
        <Button block kind={used ? undefined : "quiet"} onClick={onClose}>
          {t("memberCode.done")}
        </Button>
      </div>
    </Sheet>
  );
}
