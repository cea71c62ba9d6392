import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useMemberDraft, useSavedDraft } from "../../api/offline/useMemberDraft";
import { useLanguage } from "../../i18n/language";
import { Button } from "../../kit/buttons/Button";
import { classes } from "../../kit/classes";
import { useFocusAfterRemoval } from "../../kit/dialog/focusAfterRemoval";
import { showToast } from "../../kit/dialog/Toaster";
import { SelectField } from "../../kit/form/SelectField";
import { useForm } from "../../kit/form/useForm";
import { CheckIcon } from "../../kit/icons/icons-basic";
import { CalendarIcon } from "../../kit/icons/icons-member";
import { FailedNote } from "../../kit/screen/Paper";
import { Row } from "../../kit/screen/Row";
import layout from "../../kit/styles/layout.module.css";
import text from "../../kit/styles/text.module.css";
import { birthdayText, monthNames } from "../../shared/birthday";
import css from "./EditScreen.module.css";
import { type EditFailure, saveBirthday } from "./edit";
import { useFailureWords } from "./words";

type Born = { month: string; day: string };
type BornError = "monthRequired" | "dayRequired" | "noSuchDay";
/** Storage key of the draft that survives a reload. */
const KEPT = "edit:birthday";

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const twoDigits = (number: number) => String(number).padStart(2, "0");
/** The last day of a month, in a leap year. */
const lastDayOf = (month: string) => new Date(Date.UTC(2024, Number(month), 0)).getUTCDate();

/** Day and month of birth. The member tells them once: another day would give another birthday bonus. */
export function BirthdaySection({ birthday }: { birthday: string | undefined }) {
  const { t } = useTranslation("edit");
  const language = useLanguage();
  const words = useFailureWords();
  const [failure, setFailure] = useState<EditFailure>();
  // The form that had the focus disappears once the birthday is saved. The focus moves to the row.
  const row = useFocusAfterRemoval<HTMLDivElement>(birthday ? 0 : 1);
  const said = words(failure);
  return (
    <section className={classes(layout.card, !birthday && layout.pad, css.section)}>
      {!birthday && <h2 className={text.t3}>{t("birthday")}</h2>}
      <div className={css.afterRemoval} ref={row}>
        {birthday && (
          <Row
            icon={<CalendarIcon size={22} />}
            title={t("birthday")}
            line={birthdayText(birthday, language)}
            end={
              <span className={css.on}>
                <CheckIcon />
              </span>
            }
          />
        )}
      </div>
      {!birthday && <BirthdayForm onAnswer={setFailure} />}
      {said && (
        <div className={classes(css.said, birthday && css.apart)}>
          <FailedNote>{said}</FailedNote>
        </div>
      )}
    </section>
  );
}

function BirthdayForm({ onAnswer }: { onAnswer(failure: EditFailure | undefined): void }) {
  const { t } = useTranslation("edit");
  const language = useLanguage();
  const before = useSavedDraft<Born>(KEPT);
  const form = useForm<Born, BornError>({
    initial: { month: "", day: "", ...before },
    check: ({ month, day }) => ({
      ...(month === "" ? { month: "monthRequired" as const } : {}),
      ...(day === ""
        ? { day: "dayRequired" as const }
        : month !== "" && Number(day) > lastDayOf(month)
          ? { day: "noSuchDay" as const }
          : {}),
    }),
    submit: async ({ month, day }) => {
      onAnswer(undefined);
      const failure = await saveBirthday(`${month}-${day}`);
      onAnswer(failure);
      if (!failure) showToast(t("birthdaySaved"));
    },
  });
  const { month, day } = form.values;
  useMemberDraft(KEPT, month || day ? form.values : undefined);
  const options = {
    month: monthNames(language).map((label, index) => ({ value: twoDigits(index + 1), label })),
    day: numbers(31).map((number) => ({ value: twoDigits(number), label: String(number) })),
  };
  const parts = language === "en" ? (["day", "month"] as const) : (["month", "day"] as const);
  const error = (part: keyof Born) => {
    const key = form.error(part);
    return key && t(`errors.${key}`);
  };
  return (
    <form className={css.form} onSubmit={form.onSubmit} noValidate>
      <p className={text.soft}>{t("birthdayWhy")}</p>
      <div className={classes(layout.pair, css.names)}>
        {parts.map((part) => (
          <SelectField
            key={part}
            {...form.field(part)}
            label={t(part)}
            empty={t("choose")}
            options={options[part]}
            error={error(part)}
          />
        ))}
      </div>
      <Button type="submit" small block busy={form.busy && t("saving")}>
        {t("saveBirthday")}
      </Button>
    </form>
  );
}
