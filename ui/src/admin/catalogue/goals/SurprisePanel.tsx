import { useTranslation } from "react-i18next";
import { CheckIcon } from "../../../kit/icons/icons-basic";
import css from "../../admin.module.css";
import own from "./GoalEditor.module.css";

const PROMISES = ["notice", "undone", "version"] as const;

/** The promises that hold for every goal, so that no member loses a card by surprise. */
export function SurprisePanel() {
  const { t } = useTranslation("adminGoals");
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t("promises.title")}</h2>
        <span className={css.soft}>{t("promises.always")}</span>
      </div>
      <ul className={own.promises}>
        {PROMISES.map((one) => (
          <li key={one}>
            <CheckIcon size={20} />
            <span>
              <b>{t(`promises.${one}.title`)}</b>
              <span className={css.soft}>{t(`promises.${one}.text`)}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
