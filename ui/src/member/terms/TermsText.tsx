import { useQueries } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useLanguage } from "../../i18n/language";
import { Button } from "../../kit/buttons/Button";
import { RowSkeleton } from "../../kit/loading/Skeletons";
import { Loaded } from "../../kit/loading/States";
import { Screen } from "../../kit/screen/Screen";
import text from "../../kit/styles/text.module.css";
import { PolicyText } from "../../shared/policy/PolicyText";
import { parsePolicy } from "../../shared/policy/policyText";
import { differencesOf } from "./differences";
import css from "./TermsScreen.module.css";
import { type TermsToAccept, termsTextQuery } from "./terms";

interface TermsTextProps {
  terms: TermsToAccept;
  view: "full" | "compare";
}

/** The full text of the new version, or what differs from the one before. */
export function TermsText({ terms: { version, startsOn }, view }: TermsTextProps) {
  const { t } = useTranslation("terms");
  const language = useLanguage();
  const navigate = useNavigate();
  const starts = Date.parse(`${startsOn}T00:00:00+08:00`) > Date.now();
  // Until the new version applies, the text of today is the one before it.
  const before = starts ? undefined : version - 1;
  const [after, earlier] = useQueries({
    queries: [
      termsTextQuery(version, language),
      { ...termsTextQuery(before, language), enabled: view === "compare" },
    ],
  });
  const compared = view === "compare" ? earlier : after;
  const isReady = after.data !== undefined && compared.data !== undefined;
  const trouble = after.isError ? after : compared;
  return (
    <Screen
      title={t(view)}
      reading
      footer={
        <Button kind="quiet" block onClick={() => navigate(-1)}>
          {t("back")}
        </Button>
      }
    >
      <Loaded
        of={{
          ...trouble,
          data: isReady ? { before: compared.data ?? "", after: after.data ?? "" } : undefined,
        }}
        skeleton={<RowSkeleton count={6} />}
        failed={t("failed")}
      >
        {(texts) =>
          view === "full" ? (
            <PolicyText blocks={parsePolicy(texts.after)} />
          ) : (
            <Differences before={texts.before} after={texts.after} />
          )
        }
      </Loaded>
    </Screen>
  );
}

function Differences({ before, after }: { before: string; after: string }) {
  const { t } = useTranslation("terms");
  const sections = differencesOf(before, after);
  if (sections.length === 0) return <p className={css.soft}>{t("equal")}</p>;
  return sections.map(({ heading, parts }, place) => (
    <section key={place} className={css.section}>
      {heading && <h2 className={text.t3}>{heading}</h2>}
      {parts.map((part, at) =>
        part.kind === "removed" ? (
          <p key={at}>
            <span className={text.sr}>{t("removed")} </span>
            <del>{part.text}</del>
          </p>
        ) : (
          <p key={at}>
            <span className={text.sr}>{t("added")} </span>
            <ins>{part.text}</ins>
          </p>
        ),
      )}
    </section>
  ));
}
