import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { itemsQuery } from "../../api/items";
import { partnersQuery } from "../../api/partners";
import { localized, tongueOf, useLanguage } from "../../i18n/language";
import { Field } from "../../kit/form/Field";
import { SearchIcon } from "../../kit/icons/icons-form";
import { EmptySearch } from "../../kit/loading/EmptyPictures";
import { ClosedShop } from "../../kit/loading/EmptyPlaces";
import { EmptyState } from "../../kit/loading/EmptyState";
import { Loaded } from "../../kit/loading/States";
import { Note } from "../../kit/screen/Paper";
import { Screen } from "../../kit/screen/Screen";
import { PartnerTile, TileSkeleton } from "../../kit/screen/Tile";
import layout from "../../kit/styles/layout.module.css";
import text from "../../kit/styles/text.module.css";
import { type Bonus, bonusesQuery, effectOf, shortAmount } from "../../shared/bonuses/bonuses";
import type { District } from "../../shared/districts";
import { usePartnerTypeName } from "../../shared/partnerTypes";
import { partnerPath, withBack } from "../../shared/paths";
import css from "./ExplorerScreen.module.css";
import { NearMe } from "./NearMe";
import { bonusesEverywhere, bonusOf, distanceText, outletsQuery, partnersNearby } from "./outlets";
import { groupsOf, inDistrict, isLongEnough, matching, type Partner } from "./partners";
import { usePosition } from "./usePosition";

export function ExplorerScreen() {
  const { t } = useTranslation("explorer");
  const language = useLanguage();
  const typeName = usePartnerTypeName();
  const partners = useQuery(partnersQuery());
  const places = useQuery(outletsQuery());
  const outlets = places.data ?? [];
  const bonuses = useQuery(bonusesQuery());
  const [typed, setTyped] = useState("");
  // Only a search reads the rewards, and few members search.
  const searches = isLongEnough(typed.trim());
  const rewards = useQuery({ ...itemsQuery(), enabled: searches, staleTime: 300_000 });
  const items = rewards.data ?? [];
  const [district, setDistrict] = useState<District>();
  const here = usePosition();
  const rateOf = (points: string) =>
    Number(points) > 0 ? t("rate", { points, count: Number(points) }) : undefined;
  const extraOf = (points: string) => t("withCard", { points });
  const offered = bonuses.data ?? [];
  const bonusName = (of: Bonus) => {
    const { name, minimumBillHkd: least, enjoyCard, reason, outlets: some } = of;
    // A space that does not break keeps the effect beside the name.
    const words = [effectOf(of.bonus), localized(name, language)].filter(Boolean).join("\u00a0");
    const bonus = least ? t("bonusFrom", { bonus: words, amount: shortAmount(least) }) : words;
    const why = [reason && t(`bonus.reasons.${reason}`), enjoyCard && t("bonus.card")];
    return [bonus, some.length > 0 && t("bonus.outlets"), ...why].filter(Boolean).join(" · ");
  };
  const tile = (partner: Partner, metres?: number) => {
    const bonus = bonusOf(partner, offered, outlets);
    return (
      <li key={partner._id}>
        <PartnerTile
          name={localized(partner.name, language)}
          lang={tongueOf(partner.name, language)}
          logo={partner.logo ?? partner.nameImg}
          rate={rateOf(partner.basePoints)}
          extra={Number(partner.extraPoints) > 0 ? extraOf(partner.extraPoints) : undefined}
          bonus={bonus && bonusName(bonus)}
          distance={metres === undefined ? undefined : distanceText(metres)}
          to={partnerPath(partner._id)}
          state={withBack}
        />
      </li>
    );
  };
  return (
    <Screen title={t("title")} header="none">
      <h1 className={text.t1}>{t("title")}</h1>
      <p className={css.header}>{t("header")}</p>
      <div className={css.search}>
        <Field
          name="search"
          type="search"
          label={t("search")}
          value={typed}
          autoComplete="off"
          maxLength={60}
          onChange={setTyped}
          end={
            <span className={css.glass}>
              <SearchIcon size={22} />
            </span>
          }
        />
      </div>
      <Loaded
        // Bonuses make tiles taller, and outlets bring a row above them, so the tiles wait for both.
        of={{ ...partners, data: bonuses.isLoading || places.isLoading ? undefined : partners.data }}
        skeleton={
          <div className={css.waiting}>
            <TileSkeleton count={4} headed />
          </div>
        }
        failed={t("failed")}
      >
        {(all) => {
          if (all.length === 0)
            return <EmptyState picture={<ClosedShop />} title={t("emptyTitle")} text={t("empty")} />;
          const words = {
            typeName,
            placeName: (place: District) => t(`districts.${place}`),
            outlets,
            items,
          };
          const found = inDistrict(matching(all, typed, words), outlets, district);
          // Rewards may add partners, so nothing that they would move is shown before they are there.
          const isPartial = rewards.isLoading;
          return (
            <>
              <NearMe outlets={outlets} district={district} onChoose={setDistrict} />
              {bonusesEverywhere(offered).map((bonus) => (
                <div key={bonus._id} className={css.everywhere}>
                  <Note tone="pollen">{t("everywhere", { bonus: bonusName(bonus) })}</Note>
                </div>
              ))}
              <p className={text.sr} role="status">
                {found.length < all.length && t("found", { count: found.length })}
              </p>
              {found.length === 0 && !isPartial && (
                <EmptyState picture={<EmptySearch />} title={t("noneTitle")} text={t("none")} />
              )}
              {here ? (
                <section>
                  <h2 className={css.type}>{t("nearYou")}</h2>
                  <ul className={layout.grid}>
                    {partnersNearby(found, outlets, here).map(({ partner, metres }) => tile(partner, metres))}
                  </ul>
                </section>
              ) : (
                groupsOf(found).map((group) => (
                  <section key={group.type}>
                    <h2 className={css.type}>{typeName(group.type)}</h2>
                    <ul className={layout.grid}>{group.partners.map((partner) => tile(partner))}</ul>
                  </section>
                ))
              )}
              {!isPartial && <p className={css.footer}>{t("footer")}</p>}
            </>
          );
        }}
      </Loaded>
    </Screen>
  );
}
