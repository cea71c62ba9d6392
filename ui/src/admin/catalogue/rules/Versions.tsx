import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { formatDateTime } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Loaded } from "../../../kit/loading/States";
import { Badge } from "../../../kit/screen/Paper";
import admin from "../../admin.module.css";
import css from "./Rules.module.css";
import { type Rule, type Version, versionsQuery } from "./rules";
import { usePeriodWords, useRuleWords } from "./useRuleWords";

/** Every version of a rule, newest first: what it says, who wrote it and when it was first on. */
export function Versions({ rule }: { rule: Rule }) {
  const { t } = useTranslation("adminRules");
  const versions = useQuery(versionsQuery(rule._id));
  return (
    <section className={admin.panel}>
      <div className={admin.panelHead}>
        <h2>{t("versions.title")}</h2>
      </div>
      <Loaded of={versions} failed={t("versions.failed")} skeleton={<RowSkeleton count={2} />}>
        {(found) => (
          <ul className={css.versions}>
            {found.map((one) => (
              <One key={one.version} of={one} isOn={rule.live?.version === one.version} />
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}

function One({
  of: { version, draft, rule, createdBy, updated, firstOn },
  isOn,
}: {
  of: Version;
  isOn: boolean;
}) {
  const { t } = useTranslation("adminRules");
  const language = useLanguage();
  const words = useRuleWords();
  const period = usePeriodWords();
  return (
    <li>
      <p>
        <b>{t("v", { version })}</b>
        {isOn && <Badge tone="leaf">{t("states.on")}</Badge>}
        {draft && <Badge>{t("states.draft")}</Badge>}
      </p>
      <p>{words(rule)}</p>
      <p className={css.two}>{period(rule)}</p>
      <p className={css.two}>
        {firstOn
          ? t("versions.firstOn", { time: formatDateTime(firstOn, language), who: createdBy })
          : t("versions.written", { time: formatDateTime(updated, language), who: createdBy })}
      </p>
    </li>
  );
}
