import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "../../i18n/format";
import { localized, useLanguage } from "../../i18n/language";
import { Button } from "../../kit/buttons/Button";
import { Sheet } from "../../kit/dialog/Sheet";
import { EmptyBox } from "../../kit/loading/EmptyPlaces";
import { EmptyState } from "../../kit/loading/EmptyState";
import { RowSkeleton } from "../../kit/loading/Skeletons";
import { Loaded } from "../../kit/loading/States";
import { Note } from "../../kit/screen/Paper";
import { RowButton } from "../../kit/screen/Row";
import css from "../Counter.module.css";
import { type CardChoice, type Found, type HandedOver, type HandOver, ofCard } from "../kit/orders";
import { said } from "../kit/said";
import { playSound } from "../kit/sounds";
import { isRefused, lookAgain, tillQuery } from "../kit/till";
import { CardConfirm } from "./CardConfirm";
import { CardPinSet } from "./CardPinSet";
import { CardTurn } from "./CardTurn";

type Item = CardChoice["items"][number];

interface CardCouponsProps {
  member: Found;
  by: string;
  /** A handover with unknown result from before the cashier left the counter. */
  kept: HandOver | undefined;
  onClose(): void;
  /** Called after a handover, for the next customer. */
  onNext(): void;
}

/** For members with a card and no phone: buys and collects a coupon in one step with the card's PIN. */
export function CardCoupons({ member, by, kept, onClose, onNext }: CardCouponsProps) {
  const { t } = useTranslation("counter");
  const [chosen, setChosen] = useState(kept);
  const [turn, setTurn] = useState<"balance" | "pin">();
  const [points, setPoints] = useState<number>();
  const [done, setDone] = useState<HandedOver>();
  const choice = useQuery({
    queryKey: ["till", "card", member.shortId],
    queryFn: () => ofCard(member.shortId),
    enabled: !chosen,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  if (done) return <Done handed={done} onNext={onNext} />;
  const back = () => setTurn(undefined);
  return (
    <Sheet title={t("cardCoupons.title", { name: member.name })} onClose={onClose}>
      <div className={css.menu}>
        {chosen ? (
          <CardConfirm
            order={chosen}
            again={chosen === kept}
            onBack={() => setChosen(undefined)}
            onDone={setDone}
          />
        ) : (
          <Loaded of={choice} failed={t("cardCoupons.failed")} skeleton={<RowSkeleton count={3} />}>
            {(all) =>
              all.pin === "set" ? (
                <Items
                  choice={all}
                  points={points}
                  onTurn={setTurn}
                  onChoose={(item) => setChosen({ member, item, balance: points, by })}
                />
              ) : (
                <NoPin state={all.pin} onSet={() => setTurn("pin")} />
              )
            }
          </Loaded>
        )}
        {turn === "balance" && (
          <Balance
            member={member.shortId}
            onCancel={back}
            onDone={(balance) => {
              setPoints(balance);
              back();
            }}
          />
        )}
        {turn === "pin" && (
          <CardPinSet
            member={member.shortId}
            has={choice.data?.pin === "set"}
            onCancel={back}
            onDone={() => {
              back();
              void choice.refetch();
            }}
          />
        )}
      </div>
    </Sheet>
  );
}

/** A card whose PIN is unset or locked: explains who can set the PIN, and where. */
function NoPin({ state, onSet }: { state: CardChoice["pin"]; onSet(): void }) {
  const { t } = useTranslation("counter");
  const standing = useQuery({ ...tillQuery(), enabled: false }).data?.signedIn?.standing;
  if (state === "locked") return <Note tone="plum">{t("cardPin.locked")}</Note>;
  return (
    <>
      <Note tone="pollen">{t(standing === "manager" ? "cardPin.unsetManager" : "cardPin.unset")}</Note>
      {standing === "manager" && (
        <Button block onClick={onSet}>
          {t("cardPin.set")}
        </Button>
      )}
    </>
  );
}

interface ItemsProps {
  choice: CardChoice;
  /** The balance, known after the PIN was entered. */
  points: number | undefined;
  onTurn(turn: "balance" | "pin"): void;
  onChoose(item: Item): void;
}

function Items({ choice, points, onTurn, onChoose }: ItemsProps) {
  const { t } = useTranslation("counter");
  const language = useLanguage();
  const within = choice.items.filter((item) => points === undefined || item.points <= points);
  return (
    <>
      {points !== undefined && <p>{t("cardCoupons.balance", { points: formatPoints(points) })}</p>}
      {within.length === 0 ? (
        <EmptyState picture={<EmptyBox />} title={t("cardCoupons.none")} text={t("cardCoupons.noneText")} />
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
      {points === undefined && (
        <Button kind="quiet" block onClick={() => onTurn("balance")}>
          {t("cardPin.balance")}
        </Button>
      )}
      <Button kind="text" block onClick={() => onTurn("pin")}>
        {t("cardPin.change")}
      </Button>
    </>
  );
}

interface BalanceProps {
  member: string;
  onCancel(): void;
  onDone(points: number): void;
}

/** The card holder enters the PIN to see the balance. */
function Balance({ member, onCancel, onDone }: BalanceProps) {
  const { t } = useTranslation("counter");
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string>();
  const ask = async (pin: string) => {
    setBusy(true);
    setRefused(undefined);
    try {
      const { points } = await ofCard(member, pin);
      if (points !== undefined) onDone(points);
    } catch (error) {
      playSound("bad");
      setRefused(said(error, t("line.down"), t("cardPin.failed")));
      if (isRefused(error, "till_locked", "unauthenticated", "till_not_enrolled")) void lookAgain();
    } finally {
      setBusy(false);
    }
  };
  return (
    <CardTurn
      title={t("cardPin.enter.title")}
      text={t("cardPin.enter.text")}
      submit={t("cardPin.balance")}
      busy={busy && t("cardPin.checking")}
      refused={refused}
      onPin={(pin) => void ask(pin)}
      onCancel={onCancel}
    />
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
