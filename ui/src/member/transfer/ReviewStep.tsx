import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useBalance } from "../../api/balance";
import { formatPoints } from "../../i18n/format";
import { Button } from "../../kit/buttons/Button";
import { PasswordProof } from "../../kit/form/PasswordProof";
import { Pip } from "../../kit/screen/Blossom";
import { BreakableText } from "../../kit/screen/BreakableText";
import { FailedNote, Note, Receipt as Slip } from "../../kit/screen/Paper";
import { Screen } from "../../kit/screen/Screen";
import { StencilNumber } from "../../kit/screen/StencilNumber";
import { scrollIntoSight } from "../../kit/screen/scrollIntoSight";
import layout from "../../kit/styles/layout.module.css";
import { isPending } from "./pendingTransfers";
import { shownRecipient, useRecipientName } from "./recipient";
import css from "./TransferScreen.module.css";
import type { Failure, Order } from "./transfer";

interface ReviewStepProps {
  order: Order;
  sending: boolean;
  /** The reason why the last attempt failed. */
  failure: Failure | undefined;
  onConfirm(): void;
  /** The server needs the password, or refused the last one. */
  proof: "needed" | "wrong" | undefined;
  onProof(password: string): void;
  onUnproven(): void;
  onEdit(): void;
}

const focus = (element: HTMLElement | null) => element?.focus();

/** Shows recipient and amount before any points are sent. */
export function ReviewStep({ order, sending, failure, onConfirm, onEdit, ...asked }: ReviewStepProps) {
  const { t } = useTranslation("transfer");
  const balance = useBalanceBefore(order, sending);
  const name = useRecipientName(order.recipient);
  return (
    <Screen
      title={t("reviewTitle")}
      info={<p>{t("info")}</p>}
      footer={
        <div className={layout.stack}>
          <Button kind="points" block busy={sending && t("sending")} onClick={onConfirm}>
            {t("confirm")}
          </Button>
          <Button kind="quiet" block disabled={sending} onClick={onEdit}>
            {t("edit")}
          </Button>
        </div>
      }
    >
      <Slip>
        <div className={css.sum} ref={focus} tabIndex={-1}>
          <p>{t("youSend")}</p>
          <div>
            <Pip size={30} red />
            <StencilNumber value={order.amount} height={order.amount > 999_999 ? 40 : 64} />
          </div>
          <p>{t("points", { count: order.amount })}</p>
        </div>
        <dl className={layout.facts}>
          <div>
            <dt>{t("to")}</dt>
            <dd>
              <BreakableText text={shownRecipient(order.recipient)} />
            </dd>
          </div>
          {name && (
            <div>
              <dt>{t("name")}</dt>
              {/* The key makes a new element for each name: the text is replaced and does not shift. */}
              <dd key={name}>{name}</dd>
            </div>
          )}
          {balance !== undefined && (
            <>
              <div>
                <dt>{t("balanceNow")}</dt>
                <dd>{formatPoints(balance)}</dd>
              </div>
              <div className={css.last}>
                <dt>{t("balanceAfter")}</dt>
                <dd>{formatPoints(balance - order.amount)}</dd>
              </div>
            </>
          )}
        </dl>
      </Slip>
      <div className={css.note} ref={failure && !sending ? scrollIntoSight : undefined}>
        {failure && !sending ? (
          <FailedNote>
            <FailureWords failure={failure} />
          </FailedNote>
        ) : (
          <Note tone="pollen">{t("final")}</Note>
        )}
      </div>
      {asked.proof && (
        <PasswordProof
          words={{
            title: t("proof.title"),
            password: t("proof.password"),
            why: t("proof.why"),
            required: t("proof.required"),
            wrong: t("proof.wrong"),
            cancel: t("proof.cancel"),
            go: t("proof.go"),
            busy: t("sending"),
          }}
          busy={sending}
          wrong={asked.proof === "wrong"}
          onConfirm={asked.onProof}
          onClose={asked.onUnproven}
        />
      )}
    </Screen>
  );
}

/**
 * The balance before this transfer. It is frozen while the transfer is sent, and unknown after a lost
 * response: the live balance may already be lower, and the amount would be subtracted twice.
 */
function useBalanceBefore(order: Order, sending: boolean): number | undefined {
  const live = useBalance();
  const before = useRef<number>(undefined);
  if (!sending) before.current = isPending(order) ? undefined : live;
  return before.current;
}

function FailureWords({ failure }: { failure: Failure }) {
  const { t } = useTranslation("transfer");
  return "said" in failure ? failure.said : t(`errors.${failure.key}`);
}
