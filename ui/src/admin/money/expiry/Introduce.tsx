import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatDate, formatTime } from "../../../i18n/format";
import { pageTagOf, useLanguage } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { LockIcon } from "../../../kit/icons/icons-member";
import { Note } from "../../../kit/screen/Paper";
import text from "../../../kit/styles/text.module.css";
import css from "../../admin.module.css";
import { Check } from "../../kit/CheckLine";
import { useErrorText } from "../../kit/errorText";
import { adminPaths } from "../../paths";
import own from "./Expiry.module.css";
import type { ExpiryChecks } from "./expiry";
import type { Draft } from "./useDraft";

/** The checks before the draft starts, and the button that starts it or asks for approval. */
export function Introduce({
  draft,
  checks,
  first,
}: {
  draft: Draft;
  checks: ExpiryChecks;
  /** True if no policy was ever on. */
  first: boolean;
}) {
  const { t } = useTranslation("adminExpiry");
  const { effect, error, busy, start } = draft;
  const say = useErrorText();
  const { wordsMissing, deciders } = checks;
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t("checks.title")}</h2>
      </div>
      <ul className={own.checks}>
        <Check good={effect !== undefined}>
          {effect ? t("checks.looked", { time: formatTime(effect.lookedUp) }) : t("checks.notLooked")}
        </Check>
        <Check good={wordsMissing.length === 0}>
          {wordsMissing.length === 0
            ? t("checks.words")
            : t("checks.noWords", { count: wordsMissing.length })}{" "}
          {wordsMissing.length > 0 && (
            <Link className={text.link} to={`${adminPaths.settings}?tab=texts`}>
              {t("checks.writeWords")}
            </Link>
          )}
        </Check>
        <Terms checks={checks} first={first} />
        {deciders && (
          <Check icon={<LockIcon size={20} />}>
            <Deciders deciders={deciders} />
          </Check>
        )}
      </ul>
      {error !== undefined && <Note tone="plum">{say(error)}</Note>}
      <Button
        small
        block
        disabled={!effect || effect.lotsShorter > 0 || deciders?.length === 0}
        busy={busy === "start" && t("switching")}
        onClick={start}
      >
        {t(deciders ? "ask" : "switchOn")}
      </Button>
    </section>
  );
}

interface TermsProps {
  checks: ExpiryChecks;
  first: boolean;
}

/**
 * Shows whether the terms of use can tell members of the policy: they have to be newer than the last policy,
 * or, for a first policy, recent.
 */
function Terms({ checks: { terms, termsPublished, termsNewer }, first }: TermsProps) {
  const { t } = useTranslation("adminExpiry");
  const language = useLanguage();
  const words = {
    version: terms,
    day: termsPublished ? formatDate(termsPublished, language) : "",
  };
  return (
    <Check good={termsNewer}>
      {terms === undefined
        ? t("checks.noTerms")
        : first
          ? t(termsNewer ? "checks.termsFirst" : "checks.oldTermsFirst", words)
          : t(termsNewer ? "checks.terms" : "checks.oldTerms", words)}{" "}
      {!termsNewer && (
        <Link className={text.link} to={`${adminPaths.settings}?tab=programme`}>
          {t("checks.writeTerms")}
        </Link>
      )}
    </Check>
  );
}

function Deciders({ deciders }: { deciders: NonNullable<ExpiryChecks["deciders"]> }) {
  const { t } = useTranslation("adminExpiry");
  const language = useLanguage();
  const { t: common } = useTranslation("admin");
  if (deciders.length === 0) return <span>{t("checks.nobody")}</span>;
  const people = deciders.map(({ name, role }) =>
    t("checks.person", { name, role: common(`roles.${role}`) }),
  );
  const list = new Intl.ListFormat(pageTagOf(language), { type: "disjunction" });
  return <span>{t("checks.agree", { people: list.format(people) })}</span>;
}
