import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { formatDateTime } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { Button, ButtonLink } from "../../../kit/buttons/Button";
import { PulseIcon } from "../../../kit/icons/icons-admin";
import { Badge, Note } from "../../../kit/screen/Paper";
import own from "../../kit/editor/Content.module.css";
import { useErrorText } from "../../kit/errorText";
import { useAction } from "../../kit/useAction";
import { today } from "../../money/reports/reports";
import { adminPaths } from "../../paths";
import { simulationPath } from "./paths";
import { type AskedOfRule, RuleQuestion } from "./RuleQuestion";
import { hasDraft, type Rule, ruleAllows, TONES } from "./rules";
import { useEnding } from "./useEnding";
import { useEndWords, useStateWords } from "./useEndWords";

interface RuleBarProps {
  rule: Rule;
  mayWrite: boolean;
  /** True if the form has changes that are not saved. */
  dirty: boolean;
  /** Called when the draft of a rule that was on is gone. */
  onDropped(): void;
}

/** The state of a rule and its versions, and the next actions. */
export function RuleBar({ rule, mayWrite, dirty, onDropped }: RuleBarProps) {
  const { t } = useTranslation("adminRules");
  const language = useLanguage();
  const navigate = useNavigate();
  const [asking, setAsking] = useState<AskedOfRule>();
  const { _id, state, live, latest, simulated } = rule;
  const close = () => setAsking(undefined);
  const told = simulated
    ? t("simulatedAt", { time: formatDateTime(simulated, language) })
    : t("notSimulated");
  const isOn = live !== undefined && live !== null;
  const allows = ruleAllows(rule, mayWrite, today());
  const [stateWords, endWords, end, say] = [useStateWords(), useEndWords(), useEnding(), useErrorText()];
  const ending = useAction();
  const endToday = async () => {
    const [failure] = (await end([rule])).failed;
    if (failure) throw failure.error;
  };
  return (
    <section className={own.standing} aria-label={t("stateOf")}>
      {(state !== "on" || rule.ended) && <Badge tone={TONES[state]}>{stateWords(rule)}</Badge>}
      {isOn && <Badge tone="leaf">{t("onOf", { version: live.version })}</Badge>}
      {hasDraft(rule) && <Badge dot={false}>{t("draftOf", { version: latest.version })}</Badge>}
      <p>
        {dirty
          ? t("saveFirst")
          : isOn && latest.draft
            ? t("goesOn", { on: live.version, draft: latest.version, told })
            : rule.ended
              ? endWords(rule)
              : isOn
                ? t("changeMakes", { version: latest.version + 1 })
                : told}
      </p>
      {ending.error !== undefined && <Note tone="plum">{say(ending.error)}</Note>}
      <div>
        {isOn && allows.compare && (
          <Button kind="quiet" small onClick={() => setAsking("compare")}>
            {t("compare.open", { version: live.version })}
          </Button>
        )}
        {allows.drop && (
          <Button kind="refuse" small onClick={() => setAsking("drop")}>
            {t("drop.open")}
          </Button>
        )}
        {!dirty && allows.end && (
          <Button
            kind="quiet"
            small
            busy={ending.busy && t("end.busy")}
            onClick={() => void ending.run(endToday)}
          >
            {t("end.open")}
          </Button>
        )}
        {allows.off && (
          <Button kind="quiet" small onClick={() => setAsking("off")}>
            {t("off.open")}
          </Button>
        )}
        {!dirty && (
          <ButtonLink small icon={<PulseIcon size={20} />} to={simulationPath(_id)}>
            {t("simulate")}
          </ButtonLink>
        )}
      </div>
      {asking && (
        <RuleQuestion
          asking={asking}
          rule={rule}
          onClose={close}
          onDropped={() => {
            if (state === "draft") navigate(adminPaths.rules, { replace: true });
            else onDropped();
          }}
        />
      )}
    </section>
  );
}
