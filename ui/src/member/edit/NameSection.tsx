import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useMemberDraft, useSavedDraft } from "../../api/offline/useMemberDraft";
import { Button } from "../../kit/buttons/Button";
import { classes } from "../../kit/classes";
import { showToast } from "../../kit/dialog/Toaster";
import { Field } from "../../kit/form/Field";
import { useNameOrder } from "../../kit/form/nameOrder";
import { useForm } from "../../kit/form/useForm";
import { LONGEST_NAME } from "../../kit/form/validation";
import { FailedNote, Note } from "../../kit/screen/Paper";
import layout from "../../kit/styles/layout.module.css";
import text from "../../kit/styles/text.module.css";
import { useBackToProfile } from "../../shared/useBackToProfile";
import css from "./EditScreen.module.css";
import { type EditFailure, saveName } from "./edit";
import { useFailureWords } from "./words";

type Name = { firstName: string; lastName: string };
type Refused = { sent: Name; failure: EditFailure };
/** Storage key of the draft that survives a reload. */
const KEPT = "edit:name";

type NameError = "firstNameRequired" | "lastNameRequired";

/** First and last name, saved together. */
export function NameSection(name: Name) {
  const { t } = useTranslation("edit");
  const done = useBackToProfile();
  const words = useFailureWords();
  const names = useNameOrder();
  const [refused, setRefused] = useState<Refused>();
  const before = useSavedDraft<Name>(KEPT);
  const form = useForm<Name, NameError>({
    initial: { firstName: name.firstName, lastName: name.lastName, ...before },
    check: ({ firstName, lastName }) => ({
      ...(firstName.trim() === "" ? { firstName: "firstNameRequired" as const } : {}),
      ...(lastName.trim() === "" ? { lastName: "lastNameRequired" as const } : {}),
    }),
    submit: async ({ firstName, lastName }) => {
      setRefused(undefined);
      const failure = await saveName(firstName.trim(), lastName.trim());
      if (failure) return setRefused({ sent: { firstName, lastName }, failure });
      showToast(t("nameSaved"));
      done();
    },
  });
  const { values } = form;
  const changed = values.firstName !== name.firstName || values.lastName !== name.lastName;
  useMemberDraft(KEPT, changed ? values : undefined);
  const failure = refused?.failure;
  const field = failure && "said" in failure ? failure.field : undefined;
  const error = (name: keyof Name) => {
    const key = form.error(name);
    if (key) return t(`errors.${key}`);
    // The error stays at the refused name until the member changes it.
    return name === field && refused?.sent[name] === values[name] ? words(failure) : undefined;
  };
  const said = field === "firstName" || field === "lastName" ? undefined : words(failure);
  return (
    <section className={classes(layout.card, layout.pad, css.section)}>
      <h2 className={text.t3}>{t("name")}</h2>
      <form className={css.form} onSubmit={form.onSubmit} noValidate>
        <div className={classes(layout.pair, css.names)}>
          {names.map((name) => (
            <Field
              key={name}
              {...form.field(name)}
              label={t(name)}
              autoComplete={name === "firstName" ? "given-name" : "family-name"}
              maxLength={LONGEST_NAME}
              error={error(name)}
            />
          ))}
        </div>
        {said && <FailedNote>{said}</FailedNote>}
        {!failure && changed && before.firstName !== undefined && (
          <Note tone="pollen">{t("typedBefore")}</Note>
        )}
        <Button type="submit" small block busy={form.busy && t("saving")}>
          {t("saveName")}
        </Button>
      </form>
    </section>
  );
}
