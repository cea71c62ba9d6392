import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { partnersQuery } from "../../api/partners";
import { localized, tongueOf, useLanguage } from "../../i18n/language";
import { ButtonLink } from "../../kit/buttons/Button";
import { classes } from "../../kit/classes";
import { PhoneIcon, PlaceIcon } from "../../kit/icons/icons-member";
import { EmptySearch } from "../../kit/loading/EmptyPictures";
import { EmptyState } from "../../kit/loading/EmptyState";
import { RowSkeleton } from "../../kit/loading/Skeletons";
import { Loaded } from "../../kit/loading/States";
import { Note } from "../../kit/screen/Paper";
import { Screen } from "../../kit/screen/Screen";
import layout from "../../kit/styles/layout.module.css";
import text from "../../kit/styles/text.module.css";
import { closesSoon, openingAt } from "../../shared/hours";
import { paths } from "../../shared/paths";
import { weekdayName } from "../../shared/weekdays";
import css from "./OutletsScreen.module.css";
import { distanceText, mapLink, nearestFirst, type Outlet, outletsQuery } from "./outlets";
import { usePosition } from "./usePosition";

/** The outlets of one partner: where they are, until when they are open, a map and a phone number. */
export function OutletsScreen() {
  const { t } = useTranslation(["partner", "explorer"]);
  const language = useLanguage();
  const { id = "" } = useParams();
  const outlets = useQuery(outletsQuery());
  const partner = useQuery(partnersQuery()).data?.find(({ _id }) => _id === id);
  const here = usePosition();
  return (
    <Screen title={t("outlets.title")} reading>
      <Loaded of={outlets} skeleton={<RowSkeleton count={3} />} failed={t("outlets.failed")}>
        {(all) => {
          const found = nearestFirst(
            all.filter((outlet) => outlet.partner === id),
            here,
          );
          if (found.length === 0)
            return (
              <EmptyState
                picture={<EmptySearch />}
                title={t("outlets.noneTitle")}
                text={t("outlets.none")}
                action={<ButtonLink to={paths.explorer}>{t("gone.on")}</ButtonLink>}
              />
            );
          return (
            <>
              {partner && (
                <header className={css.head}>
                  <img src={partner.logo || partner.nameImg} alt="" />
                  <div>
                    <h2 className={text.t2} lang={tongueOf(partner.name, language)}>
                      {localized(partner.name, language)}
                    </h2>
                    <p className={text.soft}>
                      {t(here ? "outlets.nearest" : "outlets.count", { count: found.length })}
                    </p>
                  </div>
                </header>
              )}
              <ul className={classes(layout.card, layout.rows)}>
                {found.map(({ outlet, metres }) => (
                  <OutletRow key={outlet._id} outlet={outlet} metres={metres} />
                ))}
              </ul>
              {here && (
                <div className={css.note}>
                  <Note>{t("outlets.private")}</Note>
                </div>
              )}
            </>
          );
        }}
      </Loaded>
    </Screen>
  );
}

function OutletRow({ outlet, metres }: { outlet: Outlet; metres: number | undefined }) {
  const { t } = useTranslation(["partner", "explorer"]);
  const language = useLanguage();
  const name = localized(outlet.name, language);
  const address = localized(outlet.address, language);
  const district = outlet.district && t(`districts.${outlet.district}`, { ns: "explorer" });
  return (
    <li className={css.outlet}>
      <div className={css.line}>
        <h3 className={text.t4} lang={tongueOf(outlet.name, language)}>
          {name}
        </h3>
        {metres !== undefined && <span>{distanceText(metres)}</span>}
      </div>
      <p className={text.soft}>{[address, district].filter(Boolean).join(" · ")}</p>
      <Opening outlet={outlet} />
      <div className={css.ways}>
        {(address || outlet.position) && (
          <a href={mapLink(outlet, address)} target="_blank" rel="noopener noreferrer">
            <PlaceIcon size={22} />
            {t("outlets.map")}
            <span className={text.sr}>
              {" "}
              {name}, {t("newTab")}
            </span>
          </a>
        )}
        {outlet.phone && (
          <a href={`tel:${outlet.phone.replace(/[^0-9+]/g, "")}`}>
            <PhoneIcon size={22} />
            {t("outlets.call")}
            <span className={text.sr}> {name}</span>
          </a>
        )}
      </div>
    </li>
  );
}

/** Open until, closes soon, or closed until. */
function Opening({ outlet: { hours } }: { outlet: Outlet }) {
  const { t } = useTranslation("partner");
  const language = useLanguage();
  const now = new Date();
  const opening = openingAt(hours, now);
  if (!opening) return null;
  if (opening.open) {
    const soon = closesSoon(opening, now);
    return (
      <p className={soon ? css.soon : css.open}>
        {t(soon ? "outlets.soon" : "outlets.open", { until: opening.until })}
      </p>
    );
  }
  const { from, day, daysAhead } = opening;
  const when = daysAhead === 0 ? from : t("outlets.at", { day: weekdayName(day, language), from });
  return <p className={css.closed}>{t("outlets.closed", { when })}</p>;
}
