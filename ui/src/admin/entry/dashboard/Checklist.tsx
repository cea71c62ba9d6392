import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { call } from "../../../api/call";
import { queryClient } from "../../../api/queries";
import type { components } from "../../../api/schema";
import { Button } from "../../../kit/buttons/Button";
import { classes } from "../../../kit/classes";
import { showToast } from "../../../kit/dialog/Toaster";
import { CheckIcon } from "../../../kit/icons/icons-basic";
import { Badge, Note } from "../../../kit/screen/Paper";
import text from "../../../kit/styles/text.module.css";
import adminCss from "../../admin.module.css";
import { useErrorText } from "../../kit/errorText";
import { keptPath } from "../../members/messages/messages";
import { adminPaths, newPath } from "../../paths";
import { useMay } from "../../session";
import { checklistQuery } from "./checklist";
import css from "./Dashboard.module.css";

type Step = components["schemas"]["ChecklistStep"];

/** The screen for each step; the other steps are done on the server. */
const PLACES: Partial<Record<Step, string>> = {
  name: adminPaths.settings,
  partner: newPath(adminPaths.partners),
  // The counter of a partner stands on the partner's page.
  outlet: adminPaths.partners,
  cashier: adminPaths.partners,
  till: adminPaths.partners,
  item: newPath(adminPaths.items),
  campaign: newPath(adminPaths.campaigns),
};

const MAY_BE_SKIPPED: ReadonlySet<Step> = new Set(["outlet", "cashier", "till", "email", "sms"]);

/** Steps left before the programme can open. Updates by itself; disappears when all are done. */
export function Checklist() {
  const { t } = useTranslation("adminDashboard");
  const mayOwn = useMay("own");
  const { data } = useQuery(checklistQuery());
  if (!data || data.dismissed) return null;
  const left = data.steps.filter(({ done, aside }) => !done && !aside).length;
  return (
    <section className={classes(adminCss.panel, css.checklist)}>
      <div className={adminCss.panelHead}>
        <h2>{t("checklist.title")}</h2>
        <Badge tone={left === 0 ? "leaf" : "pollen"} dot={false}>
          {left === 0 ? t("checklist.ready") : t("checklist.line", { count: left })}
        </Badge>
      </div>
      <ul className={css.steps}>
        {data.steps.map(({ step, done, aside = false }) => {
          const place = step === "name" && !mayOwn ? undefined : PLACES[step];
          return (
            <li key={step} className={classes(done && css.stepDone, !done && aside && css.stepAside)}>
              <i className={css.tick}>{done && <CheckIcon size={16} />}</i>
              <span className={text.sr}>
                {t(done ? "checklist.done" : aside ? "checklist.asideState" : "checklist.open")}:{" "}
              </span>
              {place && !done ? (
                <Link to={place}>{t(`checklist.steps.${step}`)}</Link>
              ) : (
                <span>
                  {t(`checklist.steps.${step}`)}
                  {!place && !done && !aside && (
                    <span className={adminCss.two}>
                      {t(step === "backup" ? "checklist.backupLine" : "checklist.server")}{" "}
                      {(step === "email" || step === "sms") && (
                        <Link className={adminCss.quietLink} to={`${keptPath}&channel=${step}`}>
                          {t("checklist.kept")}
                        </Link>
                      )}
                    </span>
                  )}
                </span>
              )}
              {!done && MAY_BE_SKIPPED.has(step) && <Aside step={step} aside={aside} />}
            </li>
          );
        })}
      </ul>
      {left === 0 && <PutAway />}
    </section>
  );
}

/** Skips a step: not every programme sends e-mail or SMS, or has counters of its own. */
function Aside({ step, aside }: { step: Step; aside: boolean }) {
  const { t } = useTranslation("adminDashboard");
  const say = useErrorText();
  const [busy, setBusy] = useState(false);
  const change = async () => {
    setBusy(true);
    try {
      const changed = await call("post", "/api/admin/checklist/aside", { body: { step, aside: !aside } });
      queryClient.setQueryData(checklistQuery().queryKey, changed);
    } catch (failure) {
      showToast(say(failure), undefined, "note");
    } finally {
      setBusy(false);
    }
  };
  return (
    <button
      type="button"
      className={classes(adminCss.quietLink, css.aside)}
      aria-label={`${t(aside ? "checklist.takeUp" : "checklist.without")}: ${t(`checklist.steps.${step}`)}`}
      aria-disabled={busy}
      onClick={() => busy || void change()}
    >
      {t(aside ? "checklist.takeUp" : "checklist.without")}
    </button>
  );
}

function PutAway() {
  const { t } = useTranslation("adminDashboard");
  const say = useErrorText();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const putAway = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await call("post", "/api/admin/checklist/dismiss");
      await queryClient.invalidateQueries({ queryKey: checklistQuery().queryKey });
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <>
      {error !== undefined && <Note tone="plum">{say(error)}</Note>}
      <Button kind="quiet" small busy={busy && t("checklist.dismissing")} onClick={() => void putAway()}>
        {t("checklist.dismiss")}
      </Button>
    </>
  );
}
