import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatDate } from "../../i18n/format";
import { useLanguage } from "../../i18n/language";
import { showToast } from "../../kit/dialog/Toaster";
import { Field } from "../../kit/form/Field";
import { ReasonDialog } from "../kit/ReasonDialog";
import { extend, memberChanged, type Redemption } from "./members";

const DAY_MS = 86_400_000;
/** The server's limit, counted from today. */
const MOST_DAYS = 366;

/** The day in Hong Kong, some days after `day` or after now. */
const dayAfter = (days: number, day?: string) => {
  const from = day ? Date.parse(`${day}T00:00:00+08:00`) : Date.now();
  return new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Hong_Kong" }).format(from + days * DAY_MS);
};

interface ExtendDialogProps {
  coupon: Redemption;
  name: string;
  onClose(): void;
  onDone(): void;
}

/** Asks for the new last day of a coupon and for the reason. */
export function ExtendDialog({ coupon, name, onClose, onDone }: ExtendDialogProps) {
  const { t } = useTranslation("adminMember");
  const language = useLanguage();
  const [, earliest = ""] = [dayAfter(0), dayAfter(1, coupon.useBy)].sort();
  const [until, setUntil] = useState(() => dayAfter(14, earliest));
  const [wrong, setWrong] = useState(false);
  return (
    <ReasonDialog
      title={t("extend.title", { name })}
      submit={t("extend.open")}
      busy={t("busy")}
      kind="leaf"
      hint={t("kept")}
      onClose={onClose}
      act={async (reason) => {
        const outside = until < earliest || until > dayAfter(MOST_DAYS);
        setWrong(outside);
        if (outside) return;
        await extend(coupon._id, until, reason);
        memberChanged();
        showToast(t("extend.done", { day: formatDate(until, language) }));
        onDone();
      }}
    >
      <p>{t("extend.text")}</p>
      <Field
        type="date"
        name="until"
        label={t("extend.until")}
        required
        value={until}
        error={wrong ? t("extend.wrong") : undefined}
        onChange={setUntil}
      />
    </ReasonDialog>
  );
}
