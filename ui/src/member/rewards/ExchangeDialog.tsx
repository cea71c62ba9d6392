import { useTranslation } from "react-i18next";
import { shortAddress } from "../../device/wallet";
import { formatDateTime, formatPoints } from "../../i18n/format";
import { localized, useLanguage } from "../../i18n/language";
import { Button, ButtonLink } from "../../kit/buttons/Button";
import { Dialog } from "../../kit/dialog/Dialog";
import layout from "../../kit/styles/layout.module.css";
import { paths, withBack } from "../../shared/paths";
import css from "./Coupons.module.css";
import type { Redemption } from "./redemptions";

interface ExchangeDialogProps {
  redemption: Redemption;
  /** Set while its code can be opened. */
  onOpen: (() => void) | undefined;
  onClose(): void;
}

/** The status of an exchange and the next step. For a cancelled coupon: that its points were returned. */
export function ExchangeDialog({ redemption, onOpen, onClose }: ExchangeDialogProps) {
  const { t } = useTranslation("rewards");
  const language = useLanguage();
  const { redeemItemSnapshot, status, points, created, usedAt, walletAddress } = redemption;
  const isCoupon = redemption.type === "coupon";
  const settled = onOpen && status === "confirmed" ? "withCode" : status;
  const text = isCoupon ? "cancelledText" : (`exchange.${settled}` as const);
  return (
    <Dialog
      title={localized(redeemItemSnapshot.name, language)}
      onClose={onClose}
      actions={
        <>
          {status === "rejected" && (
            <ButtonLink kind="quiet" to={paths.notifications} state={withBack}>
              {t("exchange.why")}
            </ButtonLink>
          )}
          <Button kind={onOpen ? "quiet" : "leaf"} onClick={onClose}>
            {t("close", { ns: "shell" })}
          </Button>
          {onOpen && <Button onClick={onOpen}>{t("exchange.open")}</Button>}
        </>
      }
    >
      <p>{t(text, { count: points, points: formatPoints(points) })}</p>
      {onOpen && <p className={css.next}>{t("exchange.next")}</p>}
      <dl className={layout.facts}>
        <div>
          <dt>{t("exchange.status")}</dt>
          <dd>{t(isCoupon ? "cancelled" : status)}</dd>
        </div>
        <div>
          <dt>{t(isCoupon ? "redeemedAt" : "exchange.asked")}</dt>
          <dd>{formatDateTime(created, language)}</dd>
        </div>
        {usedAt && (
          <div>
            <dt>{t("exchange.opened")}</dt>
            <dd>{formatDateTime(usedAt, language)}</dd>
          </div>
        )}
        {walletAddress && (
          <div>
            <dt>{t("exchange.wallet")}</dt>
            <dd>{shortAddress(walletAddress)}</dd>
          </div>
        )}
      </dl>
    </Dialog>
  );
}
