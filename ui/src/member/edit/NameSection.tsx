import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { Button } from "../../components/Button";
import { classes } from "../../components/classes";
import { Field } from "../../components/Field";
import { Note } from "../../components/Paper";
import { showToast } from "../../components/Toaster";
import { useForm } from "../../components/useForm";
import { paths } from "../../paths";
import layout from "../../styles/layout.module.css";
import text from "../../styles/text.module.css";
import css from "./EditScreen.module.css";
import { type EditFailure, saveName } from "./edit";
import { useFailureWords } from "./words";

type Name = { firstName: string; lastName: string };
type NameError = "firstNameRequired" | "lastNameRequired";

/** Both parts of the name, saved together. */
export function NameSection(name: Name) {
  const { t } = useTranslation("edit");
  const navigate = useNavigate();
  const words = useFailureWords();
  const [failure, setFailure] = useState<EditFailure>();
  const form = useForm<Name, NameError>({
    initial: { firstName: name.firstName, lastName: name.lastName },
    check: ({ firstName, lastName }) => ({
      ...(firstName.trim() === "" ? { firstName: "firstNameRequired" as const } : {}),
      ...(lastName.trim() === "" ? { lastName: "lastNameRequired" as const } : {}),
    }),
    submit: async ({ firstName, lastName }) => {
      setFailure(undefined);
      const failed = await saveName(firstName.trim(), lastName.trim());
      if (failed) return setFailure(failed);
      showToast(t("nameSaved"));
      navigate(paths.profile, { replace: true });
    },
  });
  const error = (name: keyof Name) => {
    const key = form.error(name);
    return key && t(`errors.${key}`);
  };
  const said = words(failure);
  return (
    <section className={classes(layout.card, layout.pad, css.section)}>
      <h2 className={text.t3}>{t("name")}</h2>
      <form className={css.form} onSubmit={form.onSubmit} noValidate>
        <div className={classes(layout.pair, css.names)}>
          <Field
            {...form.field("firstName")}
            label={t("firstName")}
            autoComplete="given-name"
            error={error("firstName")}
          />
          <Field
            {...form.field("lastName")}
            label={t("lastName")}
            autoComplete="family-name"
            error={error("lastName")}
          />
        </div>
        {said && <Note tone="plum">{said}</Note>}
        <Button type="submit" small block busy={form.busy && t("saving")}>
          {t("saveName")}
        </Button>
      </form>
    </section>
  );
}
