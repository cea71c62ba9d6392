import { useQuery } from "@tanstack/react-query";
import { useContext, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { startOfflineCache } from "../../api/offline/offlineCache";
import { programmeQuery } from "../../api/programme";
import type { components } from "../../api/schema";
import { localized, useLanguage } from "../../i18n/language";
import { ScreenLink } from "../../kit/buttons/ScreenLink";
import { classes } from "../../kit/classes";
import { ChevronIcon } from "../../kit/icons/icons-basic";
import { MailIcon, OpenIcon, PhoneIcon, PlaceIcon, ReceiptIcon } from "../../kit/icons/icons-member";
import { RowSkeleton } from "../../kit/loading/Skeletons";
import { Loaded } from "../../kit/loading/States";
import { Badge } from "../../kit/screen/Paper";
import { Puck, RowAnchor, RowLink } from "../../kit/screen/Row";
import { Screen, ScreenFrameContext } from "../../kit/screen/Screen";
import layout from "../../kit/styles/layout.module.css";
import text from "../../kit/styles/text.module.css";
import { type Opening, type OpeningHours, openingAt } from "../../shared/hours";
import { paths, withBack } from "../../shared/paths";
import { dayRuns, weekdayName } from "../../shared/weekdays";
import css from "./HelpScreen.module.css";

const QUESTIONS = [
  "noPoints",
  "pending",
  "expire",
  "coupon",
  "exchange",
  "sent",
  "phone",
  "password",
  "lost",
  "leave",
] as const;

/**
 * The contacts of the programme, and the answers to the questions that members ask most. The screen is for
 * members and visitors.
 */
export function HelpScreen() {
  const { t } = useTranslation("help");
  const { back } = useContext(ScreenFrameContext);
  const programme = useQuery(programmeQuery());
  // This screen is outside the members' frame, which starts the cache elsewhere.
  useEffect(startOfflineCache, []);
  return (
    <Screen title={t("title")} reading>
      <Loaded of={programme} skeleton={<RowSkeleton count={3} />} failed={t("failed")}>
        {({ contact, claims }) => (
          <>
            <Ways contact={contact} />
            {claims && (
              <div className={classes(layout.card, css.claims)}>
                <RowLink
                  icon={
                    <Puck tone="soon">
                      <ReceiptIcon size={20} />
                    </Puck>
                  }
                  title={t("missing")}
                  line={t("missingLine")}
                  to={paths.newClaim}
                  state={withBack}
                />
              </div>
            )}
          </>
        )}
      </Loaded>
      {/* Waits for the contacts above, so that nothing moves when they come. */}
      {!programme.isPending && <Questions />}
      {!back && !programme.isPending && (
        <p className={css.out}>
          <ScreenLink className={text.link} to={paths.home}>
            {t("toApp")}
          </ScreenLink>
        </p>
      )}
    </Screen>
  );
}

function Questions() {
  const { t } = useTranslation("help");
  return (
    <section className={css.questions}>
      <h2 className={text.t2}>{t("questions")}</h2>
      <div className={classes(layout.card, layout.rows)}>
        {QUESTIONS.map((question) => (
          <details key={question} name="question" className={css.question}>
            <summary>
              <span>{t(`asked.${question}.title`)}</span>
              <ChevronIcon size={20} />
            </summary>
            <p className={text.soft}>{t(`asked.${question}.text`)}</p>
          </details>
        ))}
      </div>
    </section>
  );
}

type Contact = components["schemas"]["ProgrammeContact"];

function Ways({ contact: { email, phone, web, address, hours = [] } }: { contact: Contact }) {
  const { t } = useTranslation("help");
  const language = useLanguage();
  const place = address && localized(address, language);
  if (!email && !phone && !web && !place) return <p className={text.soft}>{t("none")}</p>;
  const opening = openingAt(hours, new Date());
  const told = hours.length > 0 && <Hours hours={hours} />;
  return (
    <section aria-label={t("talk")}>
      <div className={css.head}>
        <h2 className={text.t2}>{t("talk")}</h2>
        {opening && <OpeningBadge opening={opening} />}
      </div>
      <div className={classes(layout.card, layout.rows)}>
        {phone && (
          <RowAnchor
            icon={
              <Puck tone="in">
                <PhoneIcon size={20} />
              </Puck>
            }
            title={phone}
            line={told || t("call")}
            href={`tel:${phone.replace(/[^0-9+]/g, "")}`}
          />
        )}
        {email && (
          <RowAnchor
            icon={
              <Puck tone="in">
                <MailIcon size={20} />
              </Puck>
            }
            title={email}
            line={t("write")}
            href={`mailto:${email}`}
          />
        )}
        {web && (
          <RowAnchor
            icon={
              <Puck tone="in">
                <OpenIcon size={20} />
              </Puck>
            }
            title={web.replace(/^https:\/\//, "")}
            line={t("web")}
            href={web}
          />
        )}
        {place && (
          <RowAnchor
            icon={
              <Puck tone="in">
                <PlaceIcon size={20} />
              </Puck>
            }
            title={t("visit")}
            line={
              <>
                {place}
                {!phone && told && <span className={css.hours}>{told}</span>}
              </>
            }
            end={<OpenIcon size={20} />}
            href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`}
          />
        )}
      </div>
    </section>
  );
}

/** Each line of hours: Mon to Fri, 09:00 to 18:00. */
function Hours({ hours }: { hours: readonly OpeningHours[] }) {
  const { t } = useTranslation("help");
  const language = useLanguage();
  const days = (line: OpeningHours) =>
    dayRuns(line.days)
      .map((run) => run.map((day) => weekdayName(day, language)))
      .map(([first, last]) => (first === last ? first : t("days", { first, last })))
      .join(t("and"));
  return (
    <>
      {hours.map((line) => (
        <span key={`${line.days.join()} ${line.from}`} className={css.hours}>
          {t("hours", { days: days(line), from: line.from, until: line.until })}
        </span>
      ))}
    </>
  );
}

function OpeningBadge({ opening }: { opening: Opening }) {
  const { t } = useTranslation("help");
  const language = useLanguage();
  if (opening.open) return <Badge tone="leaf">{t("open", { until: opening.until })}</Badge>;
  const { from, day, daysAhead } = opening;
  const when = daysAhead === 0 ? from : t("at", { day: weekdayName(day, language), from });
  return <Badge>{t("closed", { when })}</Badge>;
}
