import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatDateTime, formatPoints } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { Sheet } from "../../../kit/dialog/Sheet";
import { PrintIcon } from "../../../kit/icons/icons-admin";
import { MailIcon } from "../../../kit/icons/icons-member";
import { Note } from "../../../kit/screen/Paper";
import { AwardSlip } from "../../../shared/slip/AwardSlip";
import type { SlipOf } from "../../../shared/slip/slip";
import css from "../../admin.module.css";
import { oneOf, partners } from "../../kit/editor/kinds";
import { useErrorText } from "../../kit/errorText";
import { Facts } from "../../kit/Facts";
import { useMay } from "../../session";
import { sendSlip } from "./slipOf";
import type { Transaction } from "./transactions";

interface SlipSheetProps {
  of: Transaction;
  slip: SlipOf;
  onClose(): void;
}

/** Prints the slip of an award as its till does, or sends it to the member. */
export function SlipSheet({ of, slip, onClose }: SlipSheetProps) {
  const { t } = useTranslation("counter");
  const language = useLanguage();
  const maySend = useMay("sendSlips");
  const { partner = "", award } = of;
  const found = useQuery({ ...oneOf(partners, partner), enabled: partner !== "" });
  // The slip of a removed partner is printed without the name of the shop.
  const shop = found.data?.record;
  const { order, awarded } = slip;
  const place = shop && { partner: shop.name, outlet: award?.outlet, till: award?.till };
  return (
    <Sheet title={t("slip.title")} printed={<AwardSlip done={slip} shop={place} />} onClose={onClose}>
      <div className={css.stack}>
        <Facts
          facts={[
            [t("today.points"), `+${formatPoints(awarded.points)}`],
            [t("coupon.member"), order.member.name],
            [t("done.bill"), `HK$${order.amountHkd}`],
            [t("done.receipt"), order.receipt],
            [t("undo.given"), `${formatDateTime(order.begun, language)} · ${award?.by ?? ""}`],
            [t("done.transaction"), awarded.number],
          ]}
        />
        <Button
          block
          icon={<PrintIcon size={22} />}
          disabled={found.isLoading}
          onClick={() => window.print()}
        >
          {t("done.print")}
        </Button>
        {maySend && <Send id={of._id} name={order.member.name} />}
      </div>
    </Sheet>
  );
}

/** Sends the slip by e-mail, once. */
function Send({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation("counter");
  const say = useErrorText();
  const [state, setState] = useState<"idle" | "sending" | "sent">("idle");
  const [failure, setFailure] = useState<unknown>();
  const send = async () => {
    setFailure(undefined);
    setState("sending");
    try {
      await sendSlip(id);
      setState("sent");
    } catch (error) {
      setFailure(error);
      setState("idle");
    }
  };
  return (
    <>
      <Button
        kind="quiet"
        block
        icon={<MailIcon size={22} />}
        disabled={state === "sent"}
        busy={state === "sending" && t("done.sending")}
        onClick={() => void send()}
      >
        {t(state === "sent" ? "done.sent" : "done.send", { name })}
      </Button>
      <div role="status">{failure !== undefined && <Note tone="plum">{say(failure)}</Note>}</div>
    </>
  );
}
