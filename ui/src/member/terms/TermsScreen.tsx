import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { ApiProblem } from "../../api/problem";
import { inTab } from "../../device/storage";
import { formatLongDate } from "../../i18n/format";
import { localized, tongueOf, useLanguage } from "../../i18n/language";
import { Button, ButtonLink } from "../../kit/buttons/Button";
import { showToast } from "../../kit/dialog/Toaster";
import { Check } from "../../kit/form/Choice";
import { ShieldIcon } from "../../kit/icons/icons-member";
import { EmptyState } from "../../kit/loading/EmptyState";
import { RowSkeleton } from "../../kit/loading/Skeletons";
import { Loaded } from "../../kit/loading/States";
import { FailedNote } from "../../kit/screen/Paper";
import { Screen } from "../../kit/screen/Screen";
import text from "../../kit/styles/text.module.css";
import { logOut } from "../../shared/logOut";
import { paths } from "../../shared/paths";
import { TERMS_LATER } from "../../shared/termsLater";
import css from "./TermsScreen.module.css";
import { TermsText } from "./TermsText";
import { acceptTerms, type TermsToAccept, termsToAcceptQuery } from "./terms";

const VIEWS = ["full", "compare"] as const;

/** A new version of the terms: what is different, the texts to read, and the question to accept it. */
export function TermsScreen() {
  const { t } = useTranslation("terms");
  const [query] = useSearchParams();
  const terms = useQuery(termsToAcceptQuery());
  const view = VIEWS.find((one) => one === query.get("view"));
  if (terms.data && view) return <TermsText terms={terms.data} view={view} />;
  return (
    <Screen title={t("title")} header="none" reading>
      <Loaded of={terms} skeleton={<RowSkeleton count={4} />} failed={t("failed")}>
        {(found) =>
          found ? (
            <Question terms={found} />
          ) : (
            <EmptyState
              title={t("noneTitle")}
              text={t("none")}
              action={
                <ButtonLink to={paths.home} replace>
                  {t("toApp")}
                </ButtonLink>
              }
            />
          )
        }
      </Loaded>
    </Screen>
  );
}

function Question({ terms }: { terms: TermsToAccept }) {
  const { t } = useTranslation("terms");
  const language = useLanguage();
  const navigate = useNavigate();
  const [, setQuery] = useSearchParams();
  const [agreed, setAgreed] = useState(false);
  const [busy, setBusy] = useState<"accept" | "leave">();
  const [trouble, setTrouble] = useState<"offline" | "outdated" | "logOut">();
  const { version, changes, startsOn, decideBy, overdue } = terms;
  const dayOf = (day: string) => formatLongDate(`${day}T12:00:00+08:00`, language);
  const starts = Date.parse(`${startsOn}T00:00:00+08:00`) > Date.now();
  const toHome = () => navigate(paths.home, { replace: true });
  const accept = async () => {
    setBusy("accept");
    setTrouble(undefined);
    try {
      await acceptTerms(version);
      showToast(t("accepted"));
      toHome();
    } catch (error) {
      setTrouble(error instanceof ApiProblem && error.code === "terms_outdated" ? "outdated" : "offline");
      setBusy(undefined);
    }
  };
  const later = () => {
    inTab.set(TERMS_LATER, String(version));
    toHome();
  };
  const leave = async () => {
    setBusy("leave");
    await logOut().catch(() => {
      setTrouble("logOut");
      setBusy(undefined);
    });
  };
  return (
    <div className={css.page}>
      <span className={css.mark}>
        <ShieldIcon size={26} petal />
      </span>
      <h1 className={text.t1}>{starts ? t("changes", { day: dayOf(startsOn) }) : t("changed")}</h1>
      <p className={css.soft}>{changes.length > 0 ? t("different", { count: changes.length }) : t("read")}</p>
      {changes.length > 0 && (
        <ol className={css.changes}>
          {changes.map((change) => (
            <li key={change.title.en}>
              <h2 className={text.t4} lang={tongueOf(change.title, language)}>
                {localized(change.title, language)}
              </h2>
              {change.text && (
                <p lang={tongueOf(change.text, language)}>{localized(change.text, language)}</p>
              )}
            </li>
          ))}
        </ol>
      )}
      <p className={css.links}>
        <button type="button" className={text.link} onClick={() => setQuery({ view: "full" })}>
          {t("full")}
        </button>
        {(starts || version > 1) && (
          <button type="button" className={text.link} onClick={() => setQuery({ view: "compare" })}>
            {t("compare")}
          </button>
        )}
      </p>
      <div className={css.decision}>
        <p className={css.soft}>{t("pointsStay")}</p>
        <Check name="accept" wide checked={agreed} onChange={setAgreed}>
          {t("accept", { version })}
        </Check>
        {trouble && <FailedNote>{t(`trouble.${trouble}`)}</FailedNote>}
        <Button
          block
          disabled={!agreed || busy === "leave"}
          busy={busy === "accept" && t("sending")}
          onClick={accept}
        >
          {t("go")}
        </Button>
        {overdue ? (
          <Button kind="text" block busy={busy === "leave" && t("leaving")} onClick={leave}>
            {t("logOut")}
          </Button>
        ) : (
          <Button kind="text" block onClick={later}>
            {t("decideBy", { day: dayOf(decideBy) })}
          </Button>
        )}
      </div>
    </div>
  );
}
