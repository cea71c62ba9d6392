import { useTranslation } from "react-i18next";
import { localized, useLanguage } from "../../../i18n/language";
import { useMedia } from "../../../kit/screen/useMedia";
import css from "../../admin.module.css";
import { Drawer } from "../../kit/AdminDialog";
import { ExchangeFacts } from "./ExchangeFacts";
import { SettleForm } from "./SettleForm";
import own from "./Settlements.module.css";
import { exchangeNumber, type Redemption } from "./settlements";

/** Below this width a record does not fit beside its list. */
const NARROW = "(max-width: 900px)";

interface ExchangePaneProps {
  exchange: Redemption | undefined;
  onClose(): void;
  onSettled(id: string): void;
}

/** One exchange beside the list, or over it on narrow screens. */
export function ExchangePane({ exchange, onClose, onSettled }: ExchangePaneProps) {
  const { t } = useTranslation("adminSettlement");
  const language = useLanguage();
  const narrow = useMedia(NARROW);
  if (!exchange) {
    return narrow ? null : (
      <aside className={`${css.sunken} ${own.nothing}`} aria-label={t("one")}>
        {t("choose")}
      </aside>
    );
  }
  const item = exchange.redeemItemSnapshot;
  const inside = (
    <>
      <ExchangeFacts exchange={exchange} />
      {exchange.status === "processing" && <SettleForm exchange={exchange} onSettled={onSettled} />}
    </>
  );
  if (narrow) {
    return (
      <Drawer title={localized(item.name, language)} line={exchangeNumber(exchange._id)} onClose={onClose}>
        {inside}
      </Drawer>
    );
  }
  return (
    <aside className={`${css.panel} ${own.pane}`} aria-label={t("one")}>
      {item.image && <img className={own.picture} src={item.image} alt="" />}
      <div className={own.inside}>
        <h2>{localized(item.name, language)}</h2>
        {inside}
      </div>
    </aside>
  );
}
