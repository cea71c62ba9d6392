import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "../../i18n/format";
import { ScreenLink } from "../buttons/ScreenLink";
import { classes } from "../classes";
import { Bone, SkeletonRegion } from "../loading/Skeletons";
import states from "../loading/States.module.css";
import text from "../styles/text.module.css";
import { Pip } from "./Blossom";
import css from "./Tile.module.css";

interface TileProps {
  name: string;
  /** The language of the name, if it differs from the page's. */
  lang?: string | undefined;
  image: string;
  points: number;
  /** A short text on the image, such as who may have it. */
  says?: ReactNode;
  /** A short text about the stock, on the image; `few` marks the last ones. */
  stock?: { text: string; few: boolean } | undefined;
  /** The text about the missing points, below the cost. */
  short?: string | undefined;
  /** Sold out: grey. */
  out?: boolean;
  onOpen(): void;
}

/** A reward: image, name in two lines, cost with the symbol of points, and what stands in the way. */
export function Tile({ name, lang, image, points, says, stock, short, out = false, onOpen }: TileProps) {
  const { t } = useTranslation();
  const id = useId();
  // A description, so that the name of the button stays short.
  const facts = [!says && stock && `${id}-stock`, short && `${id}-short`].filter(Boolean).join(" ");
  return (
    <button
      type="button"
      className={classes(css.tile, out && css.out)}
      aria-describedby={facts || undefined}
      onClick={onOpen}
    >
      <img src={image || undefined} alt="" loading="lazy" />
      {says && <span className={css.says}>{says}</span>}
      <span className={css.body}>
        <b lang={lang}>{name}</b>
        <span className={css.cost}>
          <Pip size={17} />
          {formatPoints(points)}
          <span className={text.sr}>{t("pointsWord", { count: points })}</span>
        </span>
        {short && (
          <span className={css.short} id={`${id}-short`} aria-hidden="true">
            {short}
          </span>
        )}
      </span>
      {!says && stock && (
        <span className={classes(css.says, stock.few && css.few)} id={`${id}-stock`} aria-hidden="true">
          {stock.text}
        </span>
      )}
    </button>
  );
}

interface PartnerTileProps {
  name: string;
  lang?: string | undefined;
  logo: string;
  /** The rate at which a purchase at the partner earns points. */
  rate?: string | undefined;
  extra?: string | undefined;
  /** A bonus, at the foot. */
  bonus?: string | undefined;
  /** The distance to the partner's nearest outlet. */
  distance?: string | undefined;
  to: string;
  state?: unknown;
}

export function PartnerTile(props: PartnerTileProps) {
  const { name, lang, logo, rate, extra, bonus, distance, to, state } = props;
  const id = useId();
  const facts = [rate && id, distance && `${id}-distance`, bonus && `${id}-bonus`].filter(Boolean).join(" ");
  return (
    // Facts describe the link, so that its name stays the partner's.
    <ScreenLink
      className={classes(css.partner, bonus && css.withBonus)}
      to={to}
      state={state}
      aria-describedby={facts || undefined}
    >
      <img src={logo || undefined} alt="" loading="lazy" />
      <b lang={lang}>{name}</b>
      {rate && (
        <span className={css.rate} id={id} aria-hidden="true">
          <span className={css.base}>{rate}</span>
          {extra && <span>{extra}</span>}
        </span>
      )}
      {distance && (
        <span className={css.distance} id={`${id}-distance`} aria-hidden="true">
          {distance}
        </span>
      )}
      {bonus && (
        <span className={css.bonus} id={`${id}-bonus`} aria-hidden="true">
          {bonus}
        </span>
      )}
    </ScreenLink>
  );
}

interface CouponTileProps {
  name: string;
  lang?: string | undefined;
  image: string;
  /** One line below the name: the time of redemption, or the last day. */
  note: string;
  /** Marks the note, because the last day is near. */
  soon?: boolean;
  used: boolean;
  /** A text on the stamp of a used one instead of "Used". */
  usedAs?: string | undefined;
  /** A text on the stamp instead of "Used", such as "Processing". The stamped tile then opens details. */
  stamp?: string | undefined;
  /** The image keeps its colours below the stamp. */
  fresh?: boolean;
  onOpen(): void;
}

/** A coupon stub with a perforation. A used one is grey and stamped, and opens nothing. */
export function CouponTile(props: CouponTileProps) {
  const { name, lang, image, note, soon, used, usedAs, stamp, fresh = false, onOpen } = props;
  const { t } = useTranslation();
  const stamped = used || stamp !== undefined;
  return (
    <button
      type="button"
      className={classes(css.coupon, stamped && (used || !fresh) && css.used)}
      aria-disabled={used || undefined}
      onClick={() => {
        if (!used) onOpen();
      }}
    >
      <span className={css.in}>
        <img src={image} alt="" loading="lazy" />
        <span className={css.body}>
          <b lang={lang}>{name}</b>
          <span className={classes(css.note, soon && css.soon)}>{note}</span>
        </span>
      </span>
      {stamped && <span className={css.stamp}>{stamp ?? usedAs ?? t("used")}</span>}
    </button>
  );
}

/** Placeholders of tiles; `headed` adds one for the heading of their group. */
export function TileSkeleton({ count, headed = false }: { count: number; headed?: boolean }) {
  return (
    <SkeletonRegion>
      {headed && <Bone shape="title" />}
      <div className={states.grid}>
        {Array.from({ length: count }, (_, key) => (
          <Bone key={key} shape="tile" />
        ))}
      </div>
    </SkeletonRegion>
  );
}
