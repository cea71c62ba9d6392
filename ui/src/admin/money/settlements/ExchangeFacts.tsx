import { useTranslation } from "react-i18next";
import { formatDateTime, formatPoints } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import css from "../../admin.module.css";
import { CopyButton } from "../../kit/CopyButton";
import { MemberLink } from "../../members/MemberLink";
import { exchangeNumber, type Redemption } from "./settlements";

/** Member, amount, destination and waiting time of an exchange. */
export function ExchangeFacts({ exchange }: { exchange: Redemption }) {
  const { t } = useTranslation("adminSettlement");
  const language = useLanguage();
  const { member, walletAddress } = exchange;
  const held = exchange.status === "processing";
  return (
    <>
      <p className={css.soft}>
        {t("requested", {
          id: exchangeNumber(exchange._id),
          when: formatDateTime(exchange.created, language),
        })}
      </p>
      <dl className={css.facts}>
        <div>
          <dt>{t("member")}</dt>
          <dd>
            <MemberLink member={member} />
          </dd>
        </div>
        <div>
          <dt>{t(held ? "locked" : "points")}</dt>
          <dd className={css.red}>{t("amount", { points: formatPoints(exchange.points) })}</dd>
        </div>
        {walletAddress && (
          <div>
            <dt>{t("wallet")}</dt>
            <dd className={css.mono}>
              {walletAddress}
              <CopyButton text={walletAddress} label={t("copyWallet")} />
            </dd>
          </div>
        )}
        {exchange.settledAt && (
          <div>
            <dt>{t("settledAt")}</dt>
            <dd>{formatDateTime(exchange.settledAt, language)}</dd>
          </div>
        )}
        {exchange.note && (
          <div>
            <dt>{t(exchange.status === "rejected" ? "reason" : "hash")}</dt>
            <dd className={exchange.status === "confirmed" ? css.mono : undefined}>{exchange.note}</dd>
          </div>
        )}
      </dl>
    </>
  );
}
