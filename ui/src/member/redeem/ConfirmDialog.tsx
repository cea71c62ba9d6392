import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Item } from "../../api/items";
import { formatPoints } from "../../i18n/format";
import { localized, tongueOf, useLanguage } from "../../i18n/language";
import { Button } from "../../kit/buttons/Button";
import { classes } from "../../kit/classes";
import { Dialog } from "../../kit/dialog/Dialog";
import layout from "../../kit/styles/layout.module.css";
import text from "../../kit/styles/text.module.css";
import css from "./ConfirmDialog.module.css";

interface ConfirmDialogProps {
  item: Item;
  balance: number | undefined;
  /** The purchase is running: it can be neither confirmed again nor cancelled. */
  busy: boolean;
  onConfirm(): void;
  onCancel(): void;
}

/** Shows item, quantity and points before points are spent. */
export function ConfirmDialog({ item, balance, busy, onConfirm, onCancel }: ConfirmDialogProps) {
  const { t } = useTranslation("redeem");
  const language = useLanguage();
  const after = balance === undefined ? undefined : balance - item.points;
  const cancel = () => {
    if (!busy) onCancel();
  };
  return (
    <Dialog
      alert
      title={t(`confirm.${item.type}`)}
      beside={<img className={css.picture} src={item.image} alt="" width={72} height={72} />}
      onClose={cancel}
      actions={
        <>
          <Button kind="quiet" disabled={busy} onClick={cancel}>
            {t("confirm.cancel")}
          </Button>
          <Button kind="points" busy={busy && t("confirm.busy")} onClick={onConfirm}>
            {t("confirm.confirm")}
          </Button>
        </>
      }
    >
      <dl className={classes(layout.facts, css.facts)}>
        <Fact name={t("confirm.item")}>
          <span lang={tongueOf(item.name, language)}>{localized(item.name, language)}</span>
        </Fact>
        <Fact name={t("confirm.quantity")}>1</Fact>
        <Fact name={t("confirm.cost")}>
          <span className={text.out}>
            {t("points", { ns: "shell", count: item.points, amount: formatPoints(item.points) })}
          </span>
        </Fact>
        {after !== undefined && after >= 0 && <Fact name={t("confirm.after")}>{formatPoints(after)}</Fact>}
      </dl>
      <p className={classes(text.t5, text.soft)}>{t(`confirm.disclaimer.${item.type}`)}</p>
      {busy && (
        <span className={text.sr} role="status">
          {t("confirm.busy")}
        </span>
      )}
    </Dialog>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={text.tnum}>{children}</dd>
    </div>
  );
}
