import { useTranslation } from "react-i18next";
import { Button, ButtonLink } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { shortAddress } from "../../device/wallet";
import { formatDateTime, formatPoints } from "../../i18n/format";
import { localized, useLanguage } from "../../i18n/language";
import { paths, withBack } from "../../paths";
import layout from "../../styles/layout.module.css";
import type { Redemption } from "./redemptions";

/** How far an exchange is, and what happens next. */
export function ExchangeDialog({ redemption, onClose }: { redemption: Redemption; onClose(): void }) {
  const { t } = useTranslation("rewards");
  const language = useLanguage();
  const { redeemItemSnapshot, status, points, created, walletAddress } = redemption;
  const rejected = status === "rejected";
  return (
    <Dialog
      title={localized(redeemItemSnapshot.name, language)}
      onClose={onClose}
      actions={
        <>
          {rejected && (
            <ButtonLink kind="quiet" to={paths.notifications} state={withBack}>
              {t("exchange.why")}
            </ButtonLink>
          )}
          <Button onClick={onClose}>{t("close", { ns: "shell" })}</Button>
        </>
      }
    >
      <p>{t(rejected ? "exchange.rejected" : "exchange.processing", { points: formatPoints(points) })}</p>
      <dl className={layout.facts}>
        <div>
          <dt>{t("exchange.asked")}</dt>
          <dd>{formatDateTime(created, language)}</dd>
        </div>
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
