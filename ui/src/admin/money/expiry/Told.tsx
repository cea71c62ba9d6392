import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Switch } from "../../../kit/form/Choice";
import text from "../../../kit/styles/text.module.css";
import css from "../../admin.module.css";
import { adminPaths } from "../../paths";
import own from "./Expiry.module.css";
import { type ExpiryForm, NOTICES } from "./expiry";

interface ToldProps {
  form: ExpiryForm;
  /** Absent for those who may only read. */
  change: ((part: Partial<ExpiryForm>) => void) | undefined;
}

/** The notices that members get before points expire, and what they read on the day itself. */
export function Told({ form, change }: ToldProps) {
  const { t } = useTranslation("adminExpiry");
  const graceDays = Number(form.graceDays);
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t("told.title")}</h2>
        {change && (
          <Link className={text.link} to={`${adminPaths.settings}?tab=texts`}>
            {t("told.words")}
          </Link>
        )}
      </div>
      {form.kind === "never" ? (
        <p className={css.soft}>{t("told.never")}</p>
      ) : (
        <>
          <ul className={own.told}>
            {NOTICES.map((notice) => (
              <li key={notice}>
                <Switch
                  name={notice}
                  checked={form.notices[notice]}
                  disabled={!change}
                  onChange={(on) => change?.({ notices: { ...form.notices, [notice]: on } })}
                >
                  <b>{t(`told.${notice}.name`)}</b>
                  <br />
                  <span className={css.soft}>{t(`told.${notice}.line`)}</span>
                </Switch>
              </li>
            ))}
            <li className={own.onTheDay}>
              <b>{t("told.day.name")}</b>
              <br />
              <span className={css.soft}>
                {graceDays > 0 ? t("told.day.grace", { count: graceDays }) : t("told.day.gone")}
              </span>
            </li>
          </ul>
          <p className={css.soft}>{t("told.always")}</p>
        </>
      )}
    </section>
  );
}
