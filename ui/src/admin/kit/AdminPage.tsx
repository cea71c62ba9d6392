import { type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ChevronIcon } from "../../kit/icons/icons-basic";
import css from "../admin.module.css";
import own from "./AdminPage.module.css";

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
  children: ReactNode;
}

/** The layout of a screen: title and actions above, content below. */
export function AdminPage({ title, mark, line, back, actions, children }: AdminPageProps) {
  const { t } = useTranslation("admin");
  useEffect(() => {
    document.title = `${title} · ${t("frame.name")}`;
  }, [title, t]);
  return (
    <>
      <header className={css.head}>
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
        {actions && <div className={css.actions}>{actions}</div>}
      </header>
      <main className={css.body} id="content">
        {children}
      </main>
    </>
  );
}
