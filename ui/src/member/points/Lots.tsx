import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type EndingPoints, noonOf, type ReturnablePoints, type WaitingPoints } from "../../api/outlook";
import { formatDay, formatPoints } from "../../i18n/format";
import { localized, useLanguage } from "../../i18n/language";
import { Button } from "../../kit/buttons/Button";
import { classes } from "../../kit/classes";
import { CalendarIcon, ClockIcon } from "../../kit/icons/icons-member";
import { lazyComponent } from "../../kit/loading/lazyComponent";
import { Row, RowButton } from "../../kit/screen/Row";
import layout from "../../kit/styles/layout.module.css";
import css from "./Lots.module.css";
import { useOutlook } from "./useOutlook";

const BringBackSheet = lazyComponent(async () => (await import("./BringBackSheet")).BringBackSheet);

/** Rows that show before the member asks for all. */
const SHOWN = 2;

/** The points that the member can bring back, those that wait, and those that expire, the nearest first. */
export function Lots() {
  const { t } = useTranslation("points");
  const data = useOutlook();
  const [all, setAll] = useState(false);
  const [open, setOpen] = useState<ReturnablePoints>();
  if (!data) return null;
  const { pending = [] } = data;
  const count = data.expired.length + pending.length + data.expiring.length;
  if (count === 0) return null;
  const most = all ? count : SHOWN;
  const expired = data.expired.slice(0, most);
  const waiting = pending.slice(0, most - expired.length);
  const expiring = data.expiring.slice(0, most - expired.length - waiting.length);
  const hidden = count > expired.length + waiting.length + expiring.length;
  return (
    <section className={classes(layout.card, css.card)} aria-label={t("lots.title")}>
      <ul className={layout.rows}>
        {expired.map((one) => (
          <li key={one.transactionId}>
            <ExpiredRow of={one} onOpen={() => setOpen(one)} />
          </li>
        ))}
        {waiting.map((one) => (
          <li key={one.transactionId + one.day}>
            <WaitingRow of={one} />
          </li>
        ))}
        {expiring.map((one) => (
          <li key={one.lastDay}>
            <ExpiringRow of={one} />
          </li>
        ))}
      </ul>
      {hidden && (
        <Button kind="text" small block onClick={() => setAll(true)}>
          {t("lots.all")}
        </Button>
      )}
      {open && <BringBackSheet of={open} onClose={() => setOpen(undefined)} waiting={null} />}
    </section>
  );
}

function ExpiredRow({ of: { points, until }, onOpen }: { of: ReturnablePoints; onOpen(): void }) {
  const { t } = useTranslation("points");
  const language = useLanguage();
  return (
    <RowButton
      icon={
        <span className={css.puck}>
          <ClockIcon size={22} />
        </span>
      }
      title={t("lots.expired", { count: points, points: formatPoints(points) })}
      line={t("lots.until", { day: formatDay(noonOf(until), language) })}
      onClick={onOpen}
    />
  );
}

function WaitingRow({ of: { points, day, itemSnapshot } }: { of: WaitingPoints }) {
  const { t } = useTranslation("points");
  const language = useLanguage();
  return (
    <Row
      icon={
        <span className={classes(css.puck, css.waits)}>
          <ClockIcon size={22} />
        </span>
      }
      title={t("lots.pending", {
        count: points,
        points: formatPoints(points),
        day: formatDay(noonOf(day), language),
      })}
      line={itemSnapshot && localized(itemSnapshot.description, language)}
    />
  );
}

function ExpiringRow({ of: { points, lastDay } }: { of: EndingPoints }) {
  const { t } = useTranslation("points");
  const day = formatDay(noonOf(lastDay), useLanguage());
  return (
    <Row
      icon={
        <span className={css.puck}>
          <CalendarIcon size={22} />
        </span>
      }
      title={t("lots.expire", { count: points, points: formatPoints(points), day })}
      line={t("lots.first")}
    />
  );
}
