import { useTranslation } from "react-i18next";
import { formatPoints } from "../../../i18n/format";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Loaded } from "../../../kit/loading/States";
import css from "../../admin.module.css";
import type { AnnouncementInput } from "./announcements";
import { useAudience } from "./audience";
import own from "./Preview.module.css";

/** The number of recipients of a draft for each channel, if the programme sent the announcement now. */
export function AudiencePanel({ draft }: { draft: AnnouncementInput }) {
  const { t } = useTranslation("adminAnnouncements");
  const audience = useAudience(draft);
  return (
    <section className={css.panel} aria-busy={audience.isCounting}>
      <div className={css.panelHead}>
        <h2>{t("audience.title")}</h2>
        <span className={css.soft} role="status">
          {audience.isCounting && t("audience.counting")}
        </span>
      </div>
      <Loaded of={audience} failed={t("audience.failed")} skeleton={<RowSkeleton count={1} />}>
        {({ members, inbox, email, push }) => (
          <dl className={own.audience}>
            {(
              [
                ["members", members],
                ["inbox", inbox],
                ["push", push],
                ["email", email],
                ["none", members - inbox],
              ] as const
            )
              .filter(([name, count]) => (name === "none" ? count > 0 : name !== "email" || draft.byEmail))
              .map(([name, count]) => (
                <div key={name}>
                  <dt>{t(`audience.${name}`)}</dt>
                  <dd>{formatPoints(count)}</dd>
                </div>
              ))}
          </dl>
        )}
      </Loaded>
      <p className={css.soft}>{t("whom.counted")}</p>
    </section>
  );
}
