import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { partnersQuery } from "../../api/partners";
import { localized, tongueOf, useLanguage } from "../../i18n/language";
import { Field } from "../../kit/form/Field";
import { EmptySearch } from "../../kit/loading/EmptyPictures";
import { EmptyState } from "../../kit/loading/EmptyState";
import { TileSkeleton } from "../../kit/loading/Skeletons";
import { Loaded } from "../../kit/loading/States";
import { Screen } from "../../kit/screen/Screen";
import { PartnerTile } from "../../kit/screen/Tile";
import layout from "../../kit/styles/layout.module.css";
import text from "../../kit/styles/text.module.css";
import { usePartnerTypeName } from "../../shared/partnerTypes";
import { partnerPath, withBack } from "../../shared/paths";
import css from "./ExplorerScreen.module.css";
import { groupsOf, matching } from "./partners";

export function ExplorerScreen() {
  const { t } = useTranslation("explorer");
  const language = useLanguage();
  const typeName = usePartnerTypeName();
  const partners = useQuery(partnersQuery());
  const [typed, setTyped] = useState("");
  const rateOf = (points: string) =>
    Number(points) > 0 ? t("rate", { points, count: Number(points) }) : undefined;
  const extraOf = (points: string) => t("withCard", { points });
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
        />
      </div>
      <Loaded
        of={partners}
        skeleton={
          <div className={css.waiting}>
            <TileSkeleton count={4} headed />
          </div>
        }
        failed={t("failed")}
      >
        {(all) => {
          if (all.length === 0) return <EmptyState title={t("emptyTitle")} text={t("empty")} />;
          const found = matching(all, typed, typeName);
          return (
            <>
              <p className={text.sr} role="status">
                {found.length < all.length && t("found", { count: found.length })}
              </p>
              {found.length === 0 && (
                <EmptyState picture={<EmptySearch />} title={t("noneTitle")} text={t("none")} />
              )}
              {groupsOf(found).map((group) => (
                <section key={group.type}>
                  <h2 className={css.type}>{typeName(group.type)}</h2>
                  <ul className={layout.grid}>
                    {group.partners.map((partner) => (
                      <li key={partner._id}>
                        <PartnerTile
                          name={localized(partner.name, language)}
                          lang={tongueOf(partner.name, language)}
                          logo={partner.logo ?? partner.nameImg}
                          rate={rateOf(partner.basePoints)}
                          extra={Number(partner.extraPoints) > 0 ? extraOf(partner.extraPoints) : undefined}
                          to={partnerPath(partner._id)}
                          state={withBack}
                        />
                      </li>
                    ))}
                  </ul>
                </section>
              ))}
              <p className={css.footer}>{t("footer")}</p>
            </>
          );
        }}
      </Loaded>
    </Screen>
  );
}
