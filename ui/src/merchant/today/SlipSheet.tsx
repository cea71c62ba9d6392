import { useTranslation } from "react-i18next";
import { formatPoints, formatTime } from "../../i18n/format";
import { Button } from "../../kit/buttons/Button";
import { classes } from "../../kit/classes";
import { Sheet } from "../../kit/dialog/Sheet";
import { PrintIcon } from "../../kit/icons/icons-admin";
import layout from "../../kit/styles/layout.module.css";
import { AwardSlip } from "../../shared/slip/AwardSlip";
import type { SlipOf } from "../../shared/slip/slip";
import { SendSlip } from "../award/SendSlip";
import css from "../Counter.module.css";
import { Fact } from "../kit/Fact";
import { useSlipShop } from "../kit/useSlipShop";
import type { TillEvent } from "./today";

/** An award whose slip can be given again. */
type GivenAward = TillEvent & Required<Pick<TillEvent, "transactionId" | "number" | "member" | "amountHkd">>;

export const hasSlip = (event: TillEvent): event is GivenAward =>
  !event.undone && Boolean(event.transactionId && event.number && event.member && event.amountHkd);

/** An award as the list has it, without the parts of its points and without the balance after it. */
const slipOf = ({ member, amountHkd, enjoyCard, receipt = "", ...award }: GivenAward): SlipOf => ({
  copyBy: award.by,
  order: { member, amountHkd, enjoyCard, receipt, begun: Date.parse(award.created) },
  awarded: { number: award.number, points: award.points },
});

/** Prints or sends the slip of an earlier award again. */
export function SlipSheet({ award, onClose }: { award: GivenAward; onClose(): void }) {
  const { t } = useTranslation("counter");
  const shop = useSlipShop();
  return (
    <Sheet title={t("slip.title")} printed={<AwardSlip done={slipOf(award)} shop={shop} />} onClose={onClose}>
      <div className={classes(css.menu, css.undoing)}>
        <dl className={layout.facts}>
          <Fact name={t("today.points")} value={`+${formatPoints(award.points)}`} />
          <Fact name={t("coupon.member")} value={award.member.name} />
          <Fact name={t("done.bill")} value={`HK$${award.amountHkd}`} />
          {award.receipt && <Fact name={t("done.receipt")} value={award.receipt} />}
          <Fact name={t("undo.given")} value={`${formatTime(award.created)} · ${award.by}`} />
          <Fact name={t("done.transaction")} value={award.number} />
        </dl>
        <Button block icon={<PrintIcon size={22} />} onClick={() => window.print()}>
          {t("done.print")}
        </Button>
        <SendSlip id={award.transactionId} name={award.member.name} />
      </div>
    </Sheet>
  );
}
