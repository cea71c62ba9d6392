import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/Button";
import { EmptyState } from "../../components/EmptyState";
import { Note } from "../../components/Paper";
import { RowButton } from "../../components/Row";
import { Sheet } from "../../components/Sheet";
import { RowSkeleton } from "../../components/Skeletons";
import { Loaded } from "../../components/States";
import { formatPoints } from "../../i18n/format";
import { localized, useLanguage } from "../../i18n/language";
import css from "./Counter.module.css";
import { said } from "./EnrolScreen";
import { LineNote } from "./LineNote";
import {
  beginHandOver,
  type CardChoice,
  type Found,
  type HandedOver,
  type HandOver,
  ofCard,
  weigh,
} from "./orders";
import { signal } from "./signals";
import { useSending } from "./useSending";

type Item = CardChoice["items"][number];

interface CardCouponsProps {
  member: Found;
  by: string;
  /** What was being handed over when the counter was left: how did it end? */
  kept: HandOver | undefined;
  onClose(): void;
  /** Something was handed over, and the next customer comes. */
  onNext(): void;
}

/** For somebody with a card and no phone: a coupon is bought and collected here, in one go. */
export function CardCoupons({ member, by, kept, onClose, onNext }: CardCouponsProps) {
  const { t } = useTranslation("counter");
  const sending = useSending();
  const [chosen, setChosen] = useState(kept);
  const [done, setDone] = useState<HandedOver>();
  const choice = useQuery({
    queryKey: ["till", "card", member.shortId],
    queryFn: () => ofCard(member.shortId),
    enabled: !chosen,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  if (done) return <Done handed={done} onNext={onNext} />;
  return (
    <Sheet
      title={t("cardCoupons.title", { name: member.name })}
      busy={sending.state !== "idle"}
      onClose={onClose}
    >
      <div className={css.menu}>
        {chosen ? (
          <Confirm
            order={chosen}
            sending={sending}
            again={chosen === kept}
            onBack={() => setChosen(undefined)}
            onDone={setDone}
          />
        ) : (
          <Loaded of={choice} failed={t("cardCoupons.failed")} skeleton={<RowSkeleton count={3} />}>
            {(all) => (
              <Items choice={all} onChoose={(item) => setChosen({ member, item, balance: all.points, by })} />
            )}
          </Loaded>
        )}
      </div>
    </Sheet>
  );
}

function Items({ choice, onChoose }: { choice: CardChoice; onChoose(item: Item): void }) {
  const { t } = useTranslation("counter");
  const language = useLanguage();
  const within = choice.items.filter(({ points }) => points <= choice.points);
  return (
    <>
      <p>{t("cardCoupons.balance", { points: formatPoints(choice.points) })}</p>
      {within.length === 0 ? (
        <EmptyState title={t("cardCoupons.none")} text={t("cardCoupons.noneText")} />
      ) : (
        <ul>
          {within.map((item) => (
            <li key={item._id}>
              <RowButton
                flat
                title={localized(item.name, language)}
                end={<b>{t("cardCoupons.points", { points: formatPoints(item.points) })}</b>}
                onClick={() => onChoose(item)}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface ConfirmProps {
  order: HandOver;
  sending: ReturnType<typeof useSending>;
  /** It was sent before, and nobody has seen how that ended. */
  again: boolean;
  onBack(): void;
  onDone(handed: HandedOver): void;
}

function Confirm({ order, sending, again, onBack, onDone }: ConfirmProps) {
  const { t } = useTranslation("counter");
  const language = useLanguage();
  const { member, item, balance } = order;
  const [refused, setRefused] = useState<string>();
  const busy = sending.state !== "idle";
  const give = async () => {
    setRefused(undefined);
    const meant = beginHandOver(order);
    try {
      const handed = await sending.send(meant.ask);
      if (!handed) return;
      meant.settle();
      signal("good");
      onDone(handed);
    } catch (error) {
      weigh(error, meant);
      signal("bad");
      setRefused(said(error, t("line.down"), t("cardCoupons.refused")));
    }
  };
  const resume = useRef(() => {
    if (again) void give();
  });
  useEffect(() => resume.current(), []);
  return (
    <>
      <p>
        {t("cardCoupons.ask", {
          points: formatPoints(item.points),
          name: member.name,
          item: localized(item.name, language),
          left: formatPoints(balance - item.points),
        })}
      </p>
      <Note tone="pollen">{t("cardCoupons.final")}</Note>
      {refused && !busy && <Note tone="plum">{refused}</Note>}
      <LineNote sending={sending.state} onRetry={sending.retryNow} />
      <Button
        kind="points"
        block
        busy={busy && t(sending.state === "waiting" ? "line.waiting" : "cardCoupons.busy")}
        onClick={() => void give()}
      >
        {t("cardCoupons.submit")}
      </Button>
      <Button kind="quiet" block disabled={busy} onClick={onBack}>
        {t("cardCoupons.back")}
      </Button>
    </>
  );
}

function Done({ handed, onNext }: { handed: HandedOver; onNext(): void }) {
  const { t } = useTranslation("counter");
  const language = useLanguage();
  return (
    <Sheet title={t("cardCoupons.done")} onClose={onNext}>
      <div className={css.menu}>
        <Note tone="leaf">
          {t("cardCoupons.doneText", {
            item: localized(handed.name, language),
            points: formatPoints(handed.points),
            left: formatPoints(handed.balance),
          })}
        </Note>
        <Button block onClick={onNext}>
          {t("done.next")}
        </Button>
      </div>
    </Sheet>
  );
}
