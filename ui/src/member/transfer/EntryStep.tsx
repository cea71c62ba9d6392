import { useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useBalance } from "../../api/balance";
import { formatPoints } from "../../i18n/format";
import { loadWords } from "../../i18n/i18n";
import { Button, IconButton } from "../../kit/buttons/Button";
import { AmountField } from "../../kit/form/AmountField";
import { Field } from "../../kit/form/Field";
import { ScanIcon } from "../../kit/icons/icons-home";
import { lazyComponent } from "../../kit/loading/lazyComponent";
import { BreakableText } from "../../kit/screen/BreakableText";
import { Note } from "../../kit/screen/Paper";
import { Screen } from "../../kit/screen/Screen";
import { isPending, pendingTransfers } from "./pendingTransfers";
import { recentRecipients } from "./recent";
import { shownRecipient } from "./recipient";
import css from "./TransferScreen.module.css";
import { type Draft, type Order, orderOf } from "./transfer";

const Scanner = lazyComponent(async () => {
  const [{ ScannerDialog }] = await Promise.all([
    import("../../kit/scanner/ScannerDialog"),
    loadWords("scan"),
  ]);
  return ScannerDialog;
});

interface EntryStepProps {
  draft: Draft;
  onChange(draft: Draft): void;
  onReview(order: Order): void;
  /** The member came back from the review, so the focus moves to the review button. */
  returned: boolean;
}

const focusButton = (element: HTMLElement | null) => element?.querySelector("button")?.focus();

export function EntryStep({ draft, onChange, onReview, returned }: EntryStepProps) {
  const { t } = useTranslation("transfer");
  const balance = useBalance();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [scanning, setScanning] = useState(false);
  const order = orderOf(draft);
  const amount = Number(draft.amount);
  // Without the recipient in the field: pressing that one would do nothing.
  const recent = recentRecipients().filter((one) => one !== draft.recipient.trim());
  const short = balance !== undefined && amount > balance;
  return (
    <Screen
      title={t("title")}
      info={<p>{t("info")}</p>}
      footer={
        <div ref={returned ? focusButton : undefined}>
          <Button type="submit" form={id} block disabled={!order}>
            {t("review")}
          </Button>
        </div>
      }
    >
      {pendingTransfers().map(({ recipient, amount }) => (
        <div className={css.open} key={`${amount} ${recipient}`}>
          <Note tone="pollen">
            <p>
              {t("unanswered.text", {
                count: amount,
                amount: formatPoints(amount),
                who: shownRecipient(recipient),
              })}
            </p>
            <Button
              kind="quiet"
              small
              onClick={() => {
                onChange({ recipient, amount: String(amount) });
                // Another tab may have received the response meanwhile.
                if (isPending({ recipient, amount })) onReview({ recipient, amount });
              }}
            >
              {t("unanswered.review")}
            </Button>
          </Note>
        </div>
      ))}
      <form
        id={id}
        ref={form}
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const field = event.currentTarget.elements.namedItem("amount");
          if (short && field instanceof HTMLElement) field.focus();
          else if (order) onReview(order);
        }}
      >
        <Field
          name="recipient"
          label={t("recipient")}
          value={draft.recipient}
          onChange={(recipient) => onChange({ ...draft, recipient })}
          // "email" shows a keyboard with @ and without capitals. Short ids are accepted in lower case.
          inputMode="email"
          type="email"
          autoComplete="off"
          required
          hint={t("recipientHint")}
          end={
            <IconButton label={t("scan")} onClick={() => setScanning(true)}>
              <ScanIcon petal />
            </IconButton>
          }
        />
        {recent.length > 0 && (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset draws a box and wants a legend.
          <div className={css.recent} role="group" aria-label={t("recent")}>
            {recent.map((one) => (
              <button
                key={one}
                type="button"
                onClick={() => {
                  onChange({ ...draft, recipient: one });
                  // The pressed button is removed from the list.
                  form.current?.querySelector<HTMLInputElement>("[name=amount]")?.focus();
                }}
              >
                <BreakableText text={shownRecipient(one)} />
              </button>
            ))}
          </div>
        )}
        <AmountField
          name="amount"
          label={t("amount")}
          aside={balance === undefined ? undefined : t("balanceIs", { amount: formatPoints(balance) })}
          value={draft.amount}
          refusals={{
            notWhole: t("errors.notWhole"),
            negative: t("errors.negative"),
            zero: t("errors.zero"),
            long: t("errors.long"),
          }}
          onChange={(digits) => onChange({ ...draft, amount: digits })}
          required
          error={short ? t("errors.short", { balance: formatPoints(balance) }) : undefined}
          hint={
            balance !== undefined && amount > 0
              ? t("remaining", { count: balance - amount, amount: formatPoints(balance - amount) })
              : undefined
          }
        />
      </form>
      {scanning && (
        <Scanner
          title={t("scan")}
          onClose={() => setScanning(false)}
          onMissing={() => setScanning(false)}
          onText={(recipient) => {
            setScanning(false);
            onChange({ ...draft, recipient: recipient.trim() });
          }}
        />
      )}
    </Screen>
  );
}
