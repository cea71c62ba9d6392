import { useTranslation } from "react-i18next";
import { Note } from "../../components/Paper";
import text from "../../styles/text.module.css";
import { DeskPage } from "./DeskPage";
import css from "./DeskPage.module.css";
import { DOCS, signInBody, signInCommand } from "./docs";

/** The owner is there: what they are called, and what to do next. */
export function OwnerMade({ owner }: { owner: { name: string; email: string } }) {
  const { t } = useTranslation("setup");
  return (
    <DeskPage title={t("made.title")} intro={t("made.text", { name: owner.name })} arrived>
      <div className={css.body}>
        <dl className={css.facts}>
          <div>
            <dt>{t("name")}</dt>
            <dd>{owner.name}</dd>
          </div>
          <div>
            <dt>{t("email")}</dt>
            <dd>{owner.email}</dd>
          </div>
        </dl>
        <Note tone="leaf">{t("made.used")}</Note>
        <h2 className={text.t3}>{t("made.next")}</h2>
        <ol className={css.steps}>
          <li>
            <h3 className={text.bold}>{t("made.signIn")}</h3>
            <p>{t("made.signInText")}</p>
            <pre className={css.code}>
              <code>{signInCommand(window.location.origin)}</code>
            </pre>
            <p>{t("made.signInBody")}</p>
            <pre className={css.code}>
              <code>{signInBody(owner.email)}</code>
            </pre>
            <p>{t("made.signInAnswer")}</p>
          </li>
          <li>
            <h3 className={text.bold}>{t("made.staff")}</h3>
            <p>{t("made.staffText")}</p>
            <pre className={css.code}>
              <code>{"kapok admin create --role operator --email … --name …"}</code>
            </pre>
          </li>
          <li>
            <h3 className={text.bold}>{t("made.fill")}</h3>
            <p>{t("made.fillText")}</p>
            <a className={text.link} href={DOCS}>
              {t("docs")}
            </a>
          </li>
        </ol>
      </div>
    </DeskPage>
  );
}
