import { useTranslation } from "react-i18next";
import { Field } from "../../../kit/form/Field";
import css from "../../admin.module.css";
import { HoursFields } from "../../kit/HoursFields";
import { TextArea } from "../../kit/Inputs";
import type { Programme } from "./programme";
import { useSettingName } from "./settingNames";

type Contact = NonNullable<Programme["contact"]>;

/** Fields of one line, each with its input mode. */
const WAYS = [
  { name: "email", inputMode: "email", most: 254 },
  { name: "phone", inputMode: "tel", most: 40 },
  { name: "web", inputMode: "url", most: 200 },
] as const;
const LANGUAGES = ["en", "zh", "zhhk"] as const;

interface ContactFieldsProps {
  contact: Contact;
  refused: Record<string, string>;
  onChange(contact: Contact): void;
}

/** The fields by which members reach the programme: email, phone, web page, address and opening hours. */
export function ContactFields({ contact, refused, onChange }: ContactFieldsProps) {
  const { t } = useTranslation("adminSettings");
  const nameOf = useSettingName();
  const { hours = [], address = { en: "" } } = contact;
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
      <HoursFields
        name="contact.hours"
        legend={nameOf("contact.hours")}
        hint={t("programme.hints.hours")}
        hours={hours}
        refused={Boolean(refused["contact.hours"])}
        onChange={(changed) => onChange({ ...contact, hours: changed })}
      />
    </section>
  );
}
