import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatMonth } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { showToast } from "../../../kit/dialog/Toaster";
import { ActionDialog } from "../../kit/ActionDialog";
import { billsChanged, closeMonth } from "./bills";

interface CloseDialogProps {
  month: string;
  /** True if billing begins with this month. */
  first: boolean;
  onClose(): void;
}

/** Asks before a month is closed: that cannot be undone. */
export function CloseDialog({ month, first, onClose }: CloseDialogProps) {
  const { t } = useTranslation("adminBills");
  const name = formatMonth(month, useLanguage());
  const [key] = useState(() => crypto.randomUUID());
  return (
    <ActionDialog
      title={t("close.title", { month: name })}
      submit={t("close.open")}
      busy={t("close.busy")}
      onClose={onClose}
      act={async () => {
        await closeMonth(month, key);
        await billsChanged();
        onClose();
        showToast(t("close.done", { month: name }));
      }}
    >
      <p>{t("close.text")}</p>
      {first && <p>{t("close.first", { month: name })}</p>}
    </ActionDialog>
  );
}
