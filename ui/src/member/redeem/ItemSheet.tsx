import { useTranslation } from "react-i18next";
import type { Item } from "../../api/items";
import { usePartnerName } from "../../api/partners";
import { formatDate, formatPoints } from "../../i18n/format";
import { localized, tongueOf, useLanguage } from "../../i18n/language";
import { Button, ButtonLink } from "../../kit/buttons/Button";
import { Sheet } from "../../kit/dialog/Sheet";
import { LockIcon } from "../../kit/icons/icons-member";
import { Pip } from "../../kit/screen/Blossom";
import { Badge } from "../../kit/screen/Paper";
import text from "../../kit/styles/text.module.css";
import { paths } from "../../shared/paths";
import css from "./ItemSheet.module.css";
import { availability, FEW } from "./items";
import { useRequired } from "./useRequired";
import type { Connected } from "./useWallet";
import { WalletStep } from "./WalletStep";

interface ItemSheetProps {
  item: Item;
  balance: number | undefined;
  /** Set if the item needs a wallet. */
  wallet: { address: string | undefined; trouble: string | undefined } | undefined;
  onWallet(connected: Connected | undefined): void;
  onRedeem(): void;
  onClose(): void;
}

/** The details of one item and the button to redeem it. */
export function ItemSheet({ item, balance, wallet, onWallet, onRedeem, onClose }: ItemSheetProps) {
  const { t } = useTranslation("redeem");
  const language = useLanguage();
  const left = availability(item);
  const partner = usePartnerName(item.partner);
  const until = item.validUntil && t("validUntil", { date: formatDate(item.validUntil, language) });
  const within = item.useWithinDays && t("useWithin", { count: item.useWithinDays });
  const lastDay = item.useUntil && t("useUntil", { date: formatDate(item.useUntil, language) });
  const fine = [partner, until, within, lastDay].filter(Boolean).join(" · ");
  const terms = item.toc && localized(item.toc, language);
  const required = useRequired(item);
  const locked = item.requirement && !item.requirement.met;
  const short = balance === undefined ? 0 : item.points - balance;
  return (
    <Sheet
      title={<span lang={tongueOf(item.name, language)}>{localized(item.name, language)}</span>}
      onClose={onClose}
      picture={<img className={wallet ? css.lowPicture : css.picture} src={item.image} alt="" />}
    >
      <div className={css.line}>
        <span className={css.cost}>
          <Pip size={19} />
          {formatPoints(item.points)} <small>{t("pointsWord", { ns: "shell", count: item.points })}</small>
        </span>
        {left !== undefined && (
          <Badge tone={left > FEW ? "leaf" : "pollen"}>
            {t(`left.${item.type}`, { amount: formatPoints(left) })}
          </Badge>
        )}
      </div>
      <p className={css.words} lang={tongueOf(item.description, language)}>
        {localized(item.description, language)}
      </p>
      {/* Reserves the line before the partner's name loads, so that the sheet does not grow. */}
      {(item.partner || fine) && <p className={css.fine}>{fine || "\u00A0"}</p>}
      {terms && <p className={css.fine}>{terms}</p>}
      {required && !locked && <p className={css.fine}>{required.buyers}</p>}
      {wallet && short <= 0 && !locked && (
        <WalletStep address={wallet.address} trouble={wallet.trouble} onWallet={onWallet} />
      )}
      {locked ? (
        <div className={css.action}>
          <p className={css.locked}>
            <LockIcon size={20} />
            <span>
              <b>{t("locked")}</b> {required?.how}
            </span>
          </p>
          <ButtonLink block replace to={paths.goals}>
            {t("seeGoals")}
          </ButtonLink>
        </div>
      ) : short > 0 && left !== 0 ? (
        <div className={css.action}>
          <p className={css.short}>{t("short", { count: short, amount: formatPoints(short) })}</p>
          <ButtonLink block replace to={paths.explorer}>
            {t("earn")}
          </ButtonLink>
        </div>
      ) : (
        (!wallet || wallet.address || left === 0) && (
          <div className={css.action}>
            <Button kind="points" block disabled={left === 0} onClick={onRedeem}>
              {t("redeem")}
            </Button>
            {left === 0 && <p className={css.hint}>{t(item.leftover === 0 ? "noneLeft" : "quotaReached")}</p>}
          </div>
        )
      )}
      <span className={text.sr} role="status">
        {wallet?.address && t("walletConnected")}
      </span>
    </Sheet>
  );
}
