import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { noonOf } from "../../api/outlook";
import { programmeQuery } from "../../api/programme";
import { formatChange, formatDateTime, formatDay, formatPoints } from "../../i18n/format";
import { useLanguage } from "../../i18n/language";
import { ButtonLink, IconButton } from "../../kit/buttons/Button";
import { classes } from "../../kit/classes";
import { Sheet } from "../../kit/dialog/Sheet";
import { showToast } from "../../kit/dialog/Toaster";
import { CopyIcon } from "../../kit/icons/icons-member";
import { StencilNumber } from "../../kit/screen/StencilNumber";
import layout from "../../kit/styles/layout.module.css";
import { paths, withBack } from "../../shared/paths";
import css from "./ReceiptSheet.module.css";
import { type Movement, pointsOf } from "./statement";
import { useLineWords } from "./useLineWords";
import { useMovementWords } from "./useMovementWords";

/** One transaction: the amount, how it adds up, and when. */
export function ReceiptSheet({ of: { transaction, words }, onClose }: { of: Movement; onClose(): void }) {
  const { t } = useTranslation("points");
  const language = useLanguage();
  const { title, line } = useMovementWords()(words);
  const lineWords = useLineWords();
  const claims = useQuery(programmeQuery()).data?.claims === true && transaction.type === "Earn";
  const { created, balanceAfter, lines = [], pendingUntil } = transaction;
  const points = pointsOf(transaction);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(transaction.number);
      showToast(t("receipt.copied"));
    } catch {
      // Permission refused or plain HTTP. The number is on screen and can be selected.
    }
  };
  const day = (until: string) => formatDay(noonOf(until), language);
  return (
    <Sheet title={<span className={css.title}>{title}</span>} onClose={onClose}>
      <p className={css.line}>{line}</p>
      <div className={classes(css.amount, points < 0 && css.out, pendingUntil && css.waits)}>
        <StencilNumber value={formatChange(points)} height={64} />
      </div>
      <dl className={layout.facts}>
        {lines.map((line) => {
          const { key, name, points: part, byRule } = lineWords(line);
          const waits = line.pendingUntil && !pendingUntil;
          return (
            <div key={key}>
              <dt className={css.name}>{name}</dt>
              <dd className={waits ? css.waits : byRule ? css.added : undefined}>
                {waits ? t("later", { part, day: day(line.pendingUntil ?? "") }) : byRule ? `+${part}` : part}
              </dd>
            </div>
          );
        })}
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
      {claims && (
        <div className={css.missing}>
          <ButtonLink kind="quiet" block to={paths.claims} state={withBack}>
            {t("missing")}
          </ButtonLink>
        </div>
      )}
    </Sheet>
  );
}
