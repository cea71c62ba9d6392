import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "../../components/Button";
import { Field } from "../../components/Field";
import { Note } from "../../components/Paper";
import { QrCode } from "../../components/QrCode";
import { useForm } from "../../components/useForm";
import { formatShortId } from "../../i18n/format";
import { LANGUAGES, type Language, useLanguage } from "../../i18n/language";
import { DeskDialog, FormDialog } from "../components/DeskDialog";
import { FileLink } from "../components/FileLink";
import { Select } from "../components/Inputs";
import { fieldTroubles, useTrouble } from "../components/trouble";
import { desk, recordPath } from "../paths";
import own from "./Members.module.css";
import { type AdminMember, addMember, memberChanged, paperOf } from "./members";
import { fullName } from "./names";

/** Somebody without a phone or an e-mail address joins; at the end stands their card. */
export function NewMemberDialog({ onClose }: { onClose(): void }) {
  const [made, setMade] = useState<AdminMember>();
  return made ? <Card member={made} onClose={onClose} /> : <Form onMade={setMade} onClose={onClose} />;
}

function Form({ onMade, onClose }: { onMade(member: AdminMember): void; onClose(): void }) {
  const { t } = useTranslation("deskMembers");
  const { t: common } = useTranslation("desk");
  const [language, setLanguage] = useState<Language>(useLanguage());
  const [error, setError] = useState<unknown>();
  const say = useTrouble();
  const refused = fieldTroubles(error);
  const form = useForm<{ firstName: string; lastName: string }, "required">({
    initial: { firstName: "", lastName: "" },
    check: ({ firstName, lastName }) => ({
      ...(firstName.trim() ? {} : { firstName: "required" }),
      ...(lastName.trim() ? {} : { lastName: "required" }),
    }),
    submit: async ({ firstName, lastName }) => {
      setError(undefined);
      try {
        const member = await addMember({ firstName: firstName.trim(), lastName: lastName.trim(), language });
        memberChanged();
        onMade(member);
      } catch (failure) {
        setError(failure);
      }
    },
  });
  const name = (field: "lastName" | "firstName") => (
    <Field
      {...form.field(field)}
      label={t(`new.${field}`)}
      maxLength={60}
      required
      autoComplete="off"
      error={(form.error(field) && common("errors.required")) || refused[field]}
    />
  );
  return (
    <FormDialog
      title={t("new.title")}
      submit={t("new.submit")}
      busy={form.busy && t("new.busy")}
      onClose={onClose}
      onSubmit={form.onSubmit}
    >
      <p>{t("new.text")}</p>
      {name("lastName")}
      {name("firstName")}
      <Select<Language>
        name="language"
        label={t("new.language")}
        hint={t("new.languageHint")}
        value={language}
        options={LANGUAGES.map((value) => ({ value, label: common(`languages.${value}`) }))}
        onChange={setLanguage}
      />
      {error !== undefined && Object.keys(refused).length === 0 && <Note tone="plum">{say(error)}</Note>}
    </FormDialog>
  );
}

function Card({ member, onClose }: { member: AdminMember; onClose(): void }) {
  const { t } = useTranslation("deskMembers");
  return (
    <DeskDialog
      title={t("new.made", { name: fullName(member) })}
      onClose={onClose}
      actions={
        <>
          <ButtonLink kind="quiet" small to={recordPath(desk.members, member._id)}>
            {t("new.page")}
          </ButtonLink>
          <FileLink href={paperOf(member._id, "card?format=pdf")}>{t("papers.card")}</FileLink>
        </>
      }
    >
      <p>{t("new.madeText")}</p>
      <div className={own.paper}>
        <QrCode text={member.shortId} label={t("new.code")} size={160} />
        <div>
          <b>{fullName(member)}</b>
          <span>{formatShortId(member.shortId)}</span>
        </div>
      </div>
    </DeskDialog>
  );
}
