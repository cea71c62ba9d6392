import { useTranslation } from "react-i18next";
import { cachedUser } from "../../api/member";
import { share } from "../../device/share";
import { formatPoints, formatShortId } from "../../i18n/format";
import { Button, IconButton } from "../../kit/buttons/Button";
import { showToast } from "../../kit/dialog/Toaster";
import { ChevronIcon } from "../../kit/icons/icons-basic";
import { CopyIcon } from "../../kit/icons/icons-member";
import { Avatar } from "../../kit/screen/Avatar";
import { BreakableText } from "../../kit/screen/BreakableText";
import { Drift } from "../../kit/screen/Drift";
import { Screen } from "../../kit/screen/Screen";
import { StencilNumber } from "../../kit/screen/StencilNumber";
import layout from "../../kit/styles/layout.module.css";
import text from "../../kit/styles/text.module.css";
import css from "./TransferScreen.module.css";
import type { Receipt } from "./transfer";

interface SentStepProps {
  receipt: Receipt;
  onDone(): void;
  onMore(): void;
}

const focus = (element: HTMLElement | null) => element?.focus();

/** The receipt: the amount first, from whom to whom it went, and the transaction id. */
export function SentStep({ receipt, onDone, onMore }: SentStepProps) {
  const { t } = useTranslation("transfer");
  const { email, phone, shortId } = receipt.recipient;
  const me = cachedUser();
  const who = email ?? formatShortId(phone ?? shortId ?? "");
  const amount = formatPoints(receipt.amount);
  const send = async () => {
    const words = t("shared", { count: receipt.amount, amount, who, id: receipt.number });
    const came = await share(t("receipt"), words);
    if (came === "copied") showToast(t("receiptCopied"));
    if (came === "failed") showToast(t("notCopied"), undefined, "note");
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(receipt.number);
      showToast(t("copied"));
    } catch {
      // Permission refused or plain HTTP. The id is on screen and can be selected.
      showToast(t("notCopied"), undefined, "note");
    }
  };
  return (
    <Screen
      title={t("sentTitle")}
      footer={
        <div className={layout.stack}>
          <Button block onClick={onDone}>
            {t("done")}
          </Button>
          <Button kind="text" block onClick={onMore}>
            {t("more")}
          </Button>
        </div>
      }
    >
      <div className={css.sent}>
        <Drift />
        <div className={css.number} aria-hidden="true">
          <StencilNumber value={-receipt.amount} height={receipt.amount > 999_999 ? 44 : 72} hidden />
        </div>
        <div role="status">
          <h2 className={text.t1} ref={focus} tabIndex={-1}>
            {t("sent", { count: receipt.amount, amount })}
          </h2>
        </div>
        <ul className={css.way}>
          <li>
            <Avatar size={56} face={me?.face} initials={me?.initials} />
            <span>{t("you")}</span>
          </li>
          <li aria-hidden="true">
            <ChevronIcon size={24} />
          </li>
          <li>
            <Avatar size={56} face={receipt.recipient.face} />
            <span>
              <BreakableText text={who} />
            </span>
          </li>
        </ul>
        <p>{t("processed")}</p>
      </div>
      <dl className={css.card}>
        <div>
          <dt>{t("recipient")}</dt>
          <dd>
            <BreakableText text={who} />
          </dd>
        </div>
        <div>
          <dt>{t("amount")}</dt>
          <dd>{amount}</dd>
        </div>
        <div className={css.last}>
          <dt>{t("transactionId")}</dt>
          <dd className={css.id}>
            <span>{receipt.number}</span>
            <IconButton label={t("copy")} onClick={copy}>
              <CopyIcon size={20} />
            </IconButton>
          </dd>
        </div>
      </dl>
      <div className={css.share}>
        <Button kind="quiet" small block onClick={send}>
          {t("share")}
        </Button>
      </div>
    </Screen>
  );
}
