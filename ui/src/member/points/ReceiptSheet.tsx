import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { noonOf } from "../../api/outlook";
import { programmeQuery } from "../../api/programme";
import { formatChange, formatDate, formatDateTime, formatDay, formatPoints } from "../../i18n/format";
import { useLanguage } from "../../i18n/language";
import { ButtonLink, IconButton } from "../../kit/buttons/Button";
import { classes } from "../../kit/classes";
import { Sheet } from "../../kit/dialog/Sheet";
import { showToast } from "../../kit/dialog/Toaster";
import { CopyIcon } from "../../kit/icons/icons-member";
import { StencilNumber } from "../../kit/screen/StencilNumber";
import layout from "../../kit/styles/layout.module.css";
import { weightOf } from "../../shared/carbon/tree";
import { type ClaimAboutState, paths, withBack, withoutBar } from "../../shared/paths";
import { type Movement, pointsOf, receiptQuery } from "../../shared/statement";
import css from "./ReceiptSheet.module.css";
import { useLineWords } from "./useLineWords";
import { useMovementWords } from "./useMovementWords";

/** One transaction: the amount, how it adds up, and when. */
export function ReceiptSheet({ of: { transaction, words }, onClose }: { of: Movement; onClose(): void }) {
  const { t } = useTranslation("points");
  const language = useLanguage();
  const { title, line } = useMovementWords()(words);
  const lineWords = useLineWords();
  const { data: programme, isLoading: programmeLoads } = useQuery(programmeQuery());
  const receipt = useQuery(receiptQuery(transaction._id));
  const { purchase, validUntil, takenBack } = receipt.data ?? {};
  const { created, balanceAfter, lines = [], pendingUntil } = transaction;
  const points = pointsOf(transaction);
  const earned = transaction.type === "Earn";
  const bill = purchase && t("receipt.bill", { amount: `HK$${purchase.amountHkd}` });
  const about: ClaimAboutState = {
    claimAbout: {
      transaction: transaction._id,
      created,
      ...(purchase && { partner: purchase.partnerId, amountHkd: purchase.amountHkd }),
      ...(purchase?.receipt && { receipt: purchase.receipt }),
    },
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(transaction.number);
      showToast(t("receipt.copied"));
    } catch {
      // Permission refused or plain HTTP. The number is on screen and can be selected.
    }
  };
  const day = (until: string) => formatDay(noonOf(until), language);
  // The programme decides which lines the receipt has. A line that came later would move the sheet.
  if (programmeLoads) return null;
  return (
    <Sheet title={<span className={css.title}>{title}</span>} onClose={onClose}>
      <p className={css.line}>{line}</p>
      <div
        className={classes(
          css.amount,
          points < 0 && css.out,
          pendingUntil && css.waits,
          takenBack && css.struck,
        )}
      >
        <StencilNumber value={formatChange(points)} height={64} />
      </div>
      <dl className={layout.facts}>
        {earned && lines.length === 0 && (
          <div>
            <dt>{bill ?? t("receipt.base")}</dt>
            <dd>{formatPoints(points)}</dd>
          </div>
        )}
        {lines.map((line) => {
          const { key, name, points: part, byRule } = lineWords(line);
          const waits = line.pendingUntil && !pendingUntil;
          return (
            <div key={key}>
              <dt className={css.name}>{(line.kind === "base" && bill) || name}</dt>
              <dd className={waits ? css.waits : byRule ? css.added : undefined}>
                {waits ? t("later", { part, day: day(line.pendingUntil ?? "") }) : byRule ? `+${part}` : part}
              </dd>
            </div>
          );
        })}
        {earned && programme?.carbon && <Carbon grams={purchase?.carbonGrams} waits={!receipt.isSuccess} />}
        <div>
          <dt>{t(pendingUntil ? "receipt.pending" : "receipt.balance")}</dt>
          <dd>{pendingUntil ? day(pendingUntil) : formatPoints(balanceAfter)}</dd>
        </div>
        <div>
          <dt>{t("receipt.when")}</dt>
          <dd>{formatDateTime(created, language)}</dd>
        </div>
        <div>
          <dt>{t("receipt.id")}</dt>
          <dd className={css.id}>
            {transaction.number}
            <IconButton label={t("receipt.copy")} onClick={copy}>
              <CopyIcon size={20} />
            </IconButton>
          </dd>
        </div>
      </dl>
      {/* The place of the sentence is kept, so that the button below does not move when it arrives. */}
      {points > 0 && !pendingUntil && (
        <p className={classes(css.ends, takenBack && css.back)}>
          {takenBack
            ? t("receipt.takenBack", { day: day(takenBack), points: formatChange(-points) })
            : validUntil
              ? t("receipt.expires", { day: formatDate(noonOf(validUntil), language) })
              : "\u00a0"}
        </p>
      )}
      {earned && programme?.claims && (
        <div className={css.missing}>
          <ButtonLink kind="quiet" block to={paths.newClaim} state={{ ...withBack, ...withoutBar, ...about }}>
            {t("missing")}
          </ButtonLink>
        </div>
      )}
    </Sheet>
  );
}

/** The CO2e that a purchase saved: empty without the receipt, and a dash if it has none. */
function Carbon({ grams, waits }: { grams: string | undefined; waits: boolean }) {
  const { t } = useTranslation("points");
  const { number, unit } = weightOf(Number(grams ?? 0));
  const none = waits ? "\u00a0" : "–";
  return (
    <div>
      <dt>{t("receipt.carbon")}</dt>
      <dd>{grams === undefined ? none : `${number} ${unit} CO₂e`}</dd>
    </div>
  );
}
