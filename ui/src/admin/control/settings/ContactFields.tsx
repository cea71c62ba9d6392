import { useTranslation } from "react-i18next";
import { useLanguage } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { Check } from "../../../kit/form/Choice";
import { Field } from "../../../kit/form/Field";
import { FieldHint } from "../../../kit/form/FieldFrame";
import { WEEKDAYS, weekdayName } from "../../../shared/weekdays";
import css from "../../admin.module.css";
import { TextArea } from "../../kit/Inputs";
import { TimeSelect } from "../../kit/TimeSelect";
import type { Programme } from "./programme";
import own from "./Settings.module.css";
import { useSettingName } from "./settingNames";

type Contact = NonNullable<Programme["contact"]>;
type Hours = NonNullable<Contact["hours"]>[number];

/** Fields of one line, each with its input mode. */
const WAYS = [
  { name: "email", inputMode: "email", most: 254 },
  { name: "phone", inputMode: "tel", most: 40 },
  { name: "web", inputMode: "url", most: 200 },
] as const;
const LANGUAGES = ["en", "zh", "zhhk"] as const;
const MOST_HOURS = 14;
const OFFICE: Hours = {
  days: ["monday", "tuesday", "wednesday", "thursday", "friday"],
  from: "09:00",
  until: "18:00",
};

interface ContactFieldsProps {
  contact: Contact;
  refused: Record<string, string>;
  onChange(contact: Contact): void;
}

/** How members reach the programme: address, number, page, help desk and its hours. */
export function ContactFields({ contact, refused, onChange }: ContactFieldsProps) {
  const { t } = useTranslation("adminSettings");
  const nameOf = useSettingName();
  const { hours = [], address = { en: "" } } = contact;
  const setHours = (changed: Hours[]) => onChange({ ...contact, hours: changed });
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t("programme.contact")}</h2>
      </div>
      <p className={css.soft}>{t("programme.contactText")}</p>
      {WAYS.map(({ name, inputMode, most }) => (
        <Field
          key={name}
          name={`contact.${name}`}
          label={nameOf(`contact.${name}`)}
          inputMode={inputMode}
          maxLength={most}
          autoComplete="off"
          verbatim
          value={contact[name] ?? ""}
          onChange={(typed) => onChange({ ...contact, [name]: typed })}
          error={refused[`contact.${name}`]}
        />
      ))}
      {LANGUAGES.map((language) => (
        <TextArea
          key={language}
          name={`contact.address.${language}`}
          label={nameOf(`contact.address.${language}`)}
          rows={2}
          maxLength={300}
          lang={language === "en" ? "en" : language === "zh" ? "zh-Hans" : "zh-Hant-HK"}
          value={address[language] ?? ""}
          onChange={(typed) => onChange({ ...contact, address: { ...address, [language]: typed } })}
          error={language === "en" ? refused["contact.address"] : undefined}
        />
      ))}
      <fieldset className={own.group}>
        <legend>{nameOf("contact.hours")}</legend>
        {hours.map((line, place) => (
          <HoursLine
            // A line has no name of its own, and lines are only added at the end.
            key={place}
            line={line}
            place={place}
            onChange={(changed) => setHours(hours.map((other, at) => (at === place ? changed : other)))}
            onDrop={() => setHours(hours.filter((_, at) => at !== place))}
          />
        ))}
        <FieldHint
          id="contact-hours-hint"
          hint={t("programme.hints.hours")}
          error={refused["contact.hours"] && t("programme.hoursRefused")}
        />
        {hours.length < MOST_HOURS && (
          <Button kind="quiet" onClick={() => setHours([...hours, OFFICE])}>
            {t("programme.addHours")}
          </Button>
        )}
      </fieldset>
    </section>
  );
}

interface HoursLineProps {
  line: Hours;
  place: number;
  onChange(line: Hours): void;
  onDrop(): void;
}

function HoursLine({ line, place, onChange, onDrop }: HoursLineProps) {
  const { t } = useTranslation("adminSettings");
  const language = useLanguage();
  const name = (part: string) => `contact.hours.${place}.${part}`;
  return (
    <fieldset className={own.hours} aria-label={t("programme.hoursLine", { number: place + 1 })}>
      <div className={own.days}>
        {WEEKDAYS.map((day) => (
          <Check
            key={day}
            name={name(day)}
            checked={line.days.includes(day)}
            onChange={(on) =>
              onChange({
                ...line,
                days: WEEKDAYS.filter((other) => (other === day ? on : line.days.includes(other))),
              })
            }
          >
            {weekdayName(day, language)}
          </Check>
        ))}
      </div>
      <div className={css.grid2}>
        {(["from", "until"] as const).map((part) => (
          <TimeSelect
            key={part}
            name={name(part)}
            label={t(`programme.hours.${part}`)}
            value={line[part]}
            onChange={(time) => onChange({ ...line, [part]: time })}
          />
        ))}
      </div>
      <Button kind="quiet" onClick={onDrop}>
        {t("programme.dropHours", { number: place + 1 })}
      </Button>
    </fieldset>
  );
}
