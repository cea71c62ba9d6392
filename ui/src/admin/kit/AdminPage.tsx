import { type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { classes } from "../../kit/classes";
import { ChevronIcon } from "../../kit/icons/icons-basic";
import css from "../admin.module.css";
import own from "./AdminPage.module.css";
import { ExtraActions } from "./ExtraActions";

interface AdminPageProps {
  title: string;
  /** Badges beside the title. */
  mark?: ReactNode;
  /** One line below the title. */
  line?: ReactNode;
  /** Link back to the list of this record. */
  back?: { to: string; label: string };
  /** Buttons right of the title, the main one last. */
  actions?: ReactNode;
  /** Less common actions before them, such as files; on a phone they stand in a menu. */
  extra?: ReactNode;
  children: ReactNode;
}

/** The layout of a screen: title and actions above, content below. */
export function AdminPage({ title, mark, line, back, actions, extra, children }: AdminPageProps) {
  const { t } = useTranslation("admin");
  useEffect(() => {
    document.title = `${title} · ${t("frame.name")}`;
  }, [title, t]);
  return (
    <>
      <header className={classes(css.head, Boolean(extra) && own.besideTitle)}>
        <div className={css.heading}>
          {back && (
            <Link className={css.back} to={back.to}>
              <span className={own.turned}>
                <ChevronIcon size={16} />
              </span>
              {back.label}
            </Link>
          )}
          {mark ? (
            <div className={own.marked}>
              <h1 tabIndex={-1}>{title}</h1>
              {mark}
            </div>
          ) : (
            <h1 tabIndex={-1}>{title}</h1>
          )}
          {line && <p>{line}</p>}
        </div>
        {(actions || extra) && (
          <div className={css.actions}>
            {extra && <ExtraActions>{extra}</ExtraActions>}
            {actions}
          </div>
        )}
      </header>
      <main className={css.body} id="content">
        {children}
      </main>
    </>
  );
}
