import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Switch } from "../../../kit/form/Choice";
import css from "../../admin.module.css";
import { saveLetterKeys, usesLetterKeys } from "../../kit/keys";

/** Switches keys of one letter off on this device, for people who control the computer by speech. */
export function LetterKeys() {
  const { t } = useTranslation("adminAccount");
  const [on, setOn] = useState(usesLetterKeys);
  return (
    <section className={css.panel}>
      <h2>{t("keys.title")}</h2>
      <p className={css.soft}>{t("keys.text")}</p>
      <Switch
        name="letterKeys"
        checked={on}
        onChange={(next) => {
          saveLetterKeys(next);
          setOn(next);
        }}
      >
        {t("keys.on")}
      </Switch>
    </section>
  );
}
