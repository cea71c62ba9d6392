import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { partnersQuery } from "../../api/partners";
import { localized, tongueOf, useLanguage } from "../../i18n/language";
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
import { groupsOf } from "./partners";

export function ExplorerScreen() {
  const { t } = useTranslation("explorer");
  const language = useLanguage();
  const typeName = usePartnerTypeName();
  const partners = useQuery(partnersQuery());
  return (
    <Screen title={t("title")} header="none">
      <h1 className={text.t1}>{t("title")}</h1>
      <p className={css.header}>{t("header")}</p>
      <Loaded
        of={partners}
        skeleton={
          <div className={css.waiting}>
            <TileSkeleton count={4} headed />
          </div>
        }
        failed={t("failed")}
      >
        {(found) =>
          found.length === 0 ? (
            <EmptyState title={t("emptyTitle")} text={t("empty")} />
          ) : (
            <>
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
          )
        }
      </Loaded>
    </Screen>
  );
}
