import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { formatDateTime, formatPoints } from "../../i18n/format";
import { useLanguage } from "../../i18n/language";
import { Button, IconButton } from "../../kit/buttons/Button";
import { classes } from "../../kit/classes";
import { QrCode } from "../../kit/codes/QrCode";
import { Modal } from "../../kit/dialog/Dialog";
import { PrintIcon } from "../../kit/icons/icons-admin";
import { CloseIcon } from "../../kit/icons/icons-basic";
import { Blossom } from "../../kit/screen/Blossom";
import { StencilNumber } from "../../kit/screen/StencilNumber";
import text from "../../kit/styles/text.module.css";
import { clock, useCountdown } from "../kit/useCountdown";
import { type doneOf, linkQuery, type MadeLink, type QrBill } from "./earnQr";
import { type PartLine, QrParts } from "./QrParts";
import css from "./QrScreen.module.css";

interface QrScreenProps {
  shop: string;
  bill: QrBill;
  /** The points that any member gets. */
  points: number;
  /** Their parts; none if they could not be loaded. */
  lines: readonly PartLine[];
  made: MadeLink;
  /** Makes another link for this bill. */
  onAgain(): void;
  /** The bill was wrong. */
  onTakeBack(): void;
  onNext(): void;
  onCollected(award: Parameters<typeof doneOf>[1]): void;
}

/** The counter's own QR code: the customer scans it, and the till sees that the points were collected. */
export function QrScreen(props: QrScreenProps) {
  const { shop, bill, points, lines, made, onAgain, onTakeBack, onNext } = props;
  const { t } = useTranslation("counter");
  const language = useLanguage();
  const title = useId();
  const { data } = useQuery(linkQuery(made._id));
  const left = useCountdown(made.created, made.until);
  const collected = useRef(props.onCollected);
  collected.current = props.onCollected;
  const award = data?.award;
  useEffect(() => {
    if (award) collected.current(award);
  }, [award]);
  // A customer may collect a link in its last second: then the server's answer counts, not this clock.
  const ended = data?.status === "ended" || left === 0;
  const receipt = bill.receipt.trim();
  return (
    <Modal onClose={onTakeBack} className={classes(css.screen, ended && css.over)} labelledBy={title}>
      <Blossom size={460} stamens={false} className={css.behind} />
      <div className={css.bar}>
        <IconButton label={t("earnQr.takeBack")} onClick={onTakeBack}>
          <CloseIcon />
        </IconButton>
        <p>{shop}</p>
        <span />
      </div>
      <div className={css.head}>
        <StencilNumber value={`+${formatPoints(points)}`} height={84} />
        {!ended && <QrParts lines={lines} />}
        <h1 id={title}>{t(ended ? "earnQr.ended" : "earnQr.scan")}</h1>
      </div>
      {!ended && (
        <div className={css.print}>
          <div className={css.panel}>
            <p className={css.shop}>{shop}</p>
            <QrCode text={made.link} label={t("earnQr.code")} size={272} />
            <p className={text.tnum}>
              {t("earnQr.bill", { amount: bill.amountHkd, time: formatDateTime(made.created, language) })}
            </p>
            {receipt && <p>{t("earnQr.receipt", { receipt })}</p>}
            <p className={css.address}>{made.link}</p>
            <p className={css.until}>{t("earnQr.until", { time: formatDateTime(made.until, language) })}</p>
          </div>
        </div>
      )}
      {/* The parts stay, so that the time is announced once and not by every second. */}
      <div className={css.left} role="status">
        {ended ? t("earnQr.endedText") : t("earnQr.once")}
        {!ended && (
          <span role="timer" aria-live="off" aria-label={t("coupon.leftIs", { time: clock(left) })}>
            <StencilNumber value={clock(left)} height={32} hidden />
          </span>
        )}
      </div>
      <div className={css.actions}>
        {ended ? (
          <Button kind="quiet" block onClick={onAgain}>
            {t("earnQr.again")}
          </Button>
        ) : (
          <Button kind="quiet" block icon={<PrintIcon size={22} />} onClick={() => window.print()}>
            {t("earnQr.print")}
          </Button>
        )}
        <Button kind="quiet" block onClick={onNext}>
          {t("done.next")}
        </Button>
      </div>
    </Modal>
  );
}
