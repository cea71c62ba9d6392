import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { formatDateTime } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { LooseKey } from "../../../kit/loading/EmptyWork";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Loaded } from "../../../kit/loading/States";
import css from "../../admin.module.css";
import { NothingYet } from "../../kit/NothingYet";
import { sessionsQuery } from "./staff";

/** The sessions of a colleague. */
export function StaffSessions({ id }: { id: string }) {
  const { t } = useTranslation("adminSettings");
  const language = useLanguage();
  return (
    <section aria-label={t("staff.sessions")}>
      <h3>{t("staff.sessions")}</h3>
      <Loaded
        of={useQuery(sessionsQuery(id))}
        failed={t("staff.sessionsFailed")}
        skeleton={<RowSkeleton count={1} />}
      >
        {(sessions) =>
          sessions.length === 0 ? (
            <NothingYet picture={<LooseKey />}>{t("staff.noSessions")}</NothingYet>
          ) : (
            <ul className={css.rows}>
              {sessions.map(({ _id, device, agent, kind, address, signedIn }) => (
                <li key={_id}>
                  <span title={agent}>{device ?? (agent || kind)}</span>
                  <span className={css.two}>
                    {address} · {formatDateTime(signedIn, language)}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}
