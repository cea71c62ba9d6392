import { useQuery } from "@tanstack/react-query";
import { memo, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Item, itemsQuery } from "../../api/items";
import { inTab } from "../../device/storage";
import { formatPoints } from "../../i18n/format";
import { localized, tongueOf, useLanguage } from "../../i18n/language";
import { ButtonLink } from "../../kit/buttons/Button";
import { LockIcon } from "../../kit/icons/icons-member";
import { EmptyBox } from "../../kit/loading/EmptyPlaces";
import { EmptyState } from "../../kit/loading/EmptyState";
import { Loaded } from "../../kit/loading/States";
import { Tile, TileSkeleton } from "../../kit/screen/Tile";
import layout from "../../kit/styles/layout.module.css";
import text from "../../kit/styles/text.module.css";
import { paths } from "../../shared/paths";
import { availability, FEW, ORDERS, type Order, type Shelf as ShelfOf, shelvesOf } from "./items";
import css from "./RedeemScreen.module.css";
import { useRequired } from "./useRequired";

interface ShelvesProps {
  balance: number | undefined;
  walletNeeded: boolean;
  onOpen(id: string): void;
}

const KEY = "redeem:order";

/** The order that was chosen in this tab. */
const keptOrder = (): Order => {
  const kept = inTab.get(KEY);
  return ORDERS.find((order) => order === kept) ?? "ours";
};

/** All items. Memoised: rendering the list again would delay a tap that opens a sheet above it. */
export const Shelves = memo(function Shelves({ balance, walletNeeded, onOpen }: ShelvesProps) {
  const { t } = useTranslation("redeem");
  const items = useQuery(itemsQuery());
  const [order, setOrder] = useState(keptOrder);
  const [affordable, setAffordable] = useState(false);
  const choose = (next: Order) => {
    inTab.set(KEY, next);
    setOrder(next);
  };
  const noteOf = ({ title }: ShelfOf) =>
    title === "exchange" && walletNeeded ? t("needsWallet") : undefined;
  return (
    <Loaded of={items} skeleton={<Waiting />} failed={t("failed")}>
      {(all) => {
        if (all.length === 0)
          return (
            <EmptyState
              picture={<EmptyBox />}
              title={t("emptyTitle")}
              text={t("empty")}
              action={<ButtonLink to={paths.explorer}>{t("explore")}</ButtonLink>}
            />
          );
        const shown = affordable ? all.filter(({ points }) => points <= (balance ?? 0)) : all;
        return (
          <>
            <div className={css.tools}>
              <button
                type="button"
                className={css.chip}
                aria-pressed={affordable}
                onClick={() => setAffordable(!affordable)}
              >
                {t("affordable")}
              </button>
              <Sort order={order} ends={all.some(({ validUntil }) => validUntil)} onChoose={choose} />
            </div>
            {shown.length === 0 && <EmptyState picture={<EmptyBox />} text={t("noneAffordable")} />}
            {shelvesOf(shown, order, balance).map((shelf) => (
              <Shelf key={shelf.title} shelf={shelf} note={noteOf(shelf)} balance={balance} onOpen={onOpen} />
            ))}
          </>
        );
      }}
    </Loaded>
  );
});

interface SortProps {
  order: Order;
  /** True if at least one item has an end date. */
  ends: boolean;
  onChoose(order: Order): void;
}

function Sort({ order, ends, onChoose }: SortProps) {
  const { t } = useTranslation("redeem");
  return (
    <label className={css.sort}>
      <span className={text.sr}>{t("sort")}</span>
      <select
        className={css.chip}
        value={order}
        onChange={({ currentTarget: { value } }) => onChoose(ORDERS.find((one) => one === value) ?? "ours")}
      >
        {ORDERS.filter((one) => one !== "ending" || ends || order === one).map((one) => (
          <option key={one} value={one}>
            {t(`orders.${one}`)}
          </option>
        ))}
      </select>
    </label>
  );
}

interface ShelfProps {
  shelf: ShelfOf;
  note: string | undefined;
  balance: number | undefined;
  onOpen(id: string): void;
}

function Shelf({ shelf: { title, items }, note, balance, onOpen }: ShelfProps) {
  const { t } = useTranslation("redeem");
  const language = useLanguage();
  return (
    <section className={css.shelf}>
      <div className={layout.section}>
        <h2>{t(title === "coupon" ? "coupons" : title)}</h2>
        {note && <small>{note}</small>}
      </div>
      <div className={layout.grid}>
        {items.map((item) => (
          <Tile
            key={item._id}
            name={localized(item.name, language)}
            lang={tongueOf(item.name, language)}
            image={item.image}
            points={item.points}
            says={item.requirement && !item.requirement.met && <Locked item={item} />}
            {...factsOf(item, balance, t)}
            onOpen={() => onOpen(item._id)}
          />
        ))}
      </div>
    </section>
  );
}

type Translate = ReturnType<typeof useTranslation<"redeem">>["t"];

/** The texts of a tile about the stock and about the points that are missing. */
function factsOf(item: Item, balance: number | undefined, t: Translate) {
  const { leftover } = item;
  const out = availability(item) === 0;
  const missing = item.points - (balance ?? item.points);
  const soldOut = t(leftover === 0 ? "soldOut" : "quotaFull");
  // The badge counts the stock only: the member's own limit is no reason to hurry.
  const few = leftover > 0 && leftover <= FEW && !out;
  const stock = out || few ? { text: out ? soldOut : t("few", { count: leftover }), few } : undefined;
  return {
    out,
    stock,
    short: !out && missing > 0 ? t("missing", { count: missing, amount: formatPoints(missing) }) : undefined,
  };
}

/** The condition of an item that the member may not have yet. */
function Locked({ item }: { item: Item }) {
  const required = useRequired(item);
  return (
    <>
      <LockIcon size={16} />
      <span>{required?.tile}</span>
    </>
  );
}

function Waiting() {
  return (
    <div className={css.waiting}>
      <TileSkeleton count={4} headed />
    </div>
  );
}
