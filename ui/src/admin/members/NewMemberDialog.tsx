import { useState } from "react";
import { useTranslation } from "react-i18next";
import { LANGUAGES, type Language, useLanguage } from "../../i18n/language";
import { ButtonLink } from "../../kit/buttons/Button";
import { useForm } from "../../kit/form/useForm";
import { Note } from "../../kit/screen/Paper";
import { FormDialog } from "../kit/AdminDialog";
import { fieldErrors, useErrorText } from "../kit/errorText";
import { Select } from "../kit/Inputs";
import { adminPaths, recordPath } from "../paths";
import { CardDialog } from "./CardDialog";
import { type AdminMember, addMember, memberChanged } from "./members";
import { NameFields } from "./NameFields";
import { fullName, missingNames } from "./names";

/** Adds a member without phone or e-mail, then shows their card. */
export function NewMemberDialog({ onClose }: { onClose(): void }) {
  const [made, setMade] = useState<AdminMember>();
  const { t } = useTranslation("adminMembers");
  if (!made) return <Form onMade={setMade} onClose={onClose} />;
  return (
    <CardDialog title={t("new.made", { name: fullName(made) })} member={made} onClose={onClose}>
      <ButtonLink kind="quiet" small to={recordPath(adminPaths.members, made._id)}>
        {t("new.page")}
      </ButtonLink>
    </CardDialog>
  );
}

function Form({ onMade, onClose }: { onMade(member: AdminMember): void; onClose(): void }) {
  const { t } = useTranslation("adminMembers");
  const { t: common } = useTranslation("admin");
  const [language, setLanguage] = useState<Language>(useLanguage());
  const [error, setError] = useState<unknown>();
  const say = useErrorText();
  const refused = fieldErrors(error);
  const form = useForm<{ firstName: string; lastName: string }, "required">({
    initial: { firstName: "", lastName: "" },
    check: missingNames,
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
  return (
    <FormDialog
      title={t("new.title")}
      submit={t("new.submit")}
      busy={form.busy && t("new.busy")}
      onClose={onClose}
      onSubmit={form.onSubmit}
    >
      <p>{t("new.text")}</p>
      <NameFields form={form} refused={refused} />
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
