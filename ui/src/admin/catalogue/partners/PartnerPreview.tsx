import { useTranslation } from "react-i18next";
import { type Language, localized, pageTagOf } from "../../../i18n/language";
import { PartnerTile } from "../../../kit/screen/Tile";
import css from "../../admin.module.css";
import content from "../../kit/editor/Content.module.css";
import type { PartnerInput } from "../../kit/editor/kinds";

/** The member's tile with the current draft. */
export function PartnerPreview({ draft, language }: { draft: PartnerInput; language: Language }) {
  const { t } = useTranslation("adminPartners");
  return (
    <section className={css.sunken}>
      <h2>{t("preview")}</h2>
      <div className={content.under} lang={pageTagOf(language)} inert>
        <div className={content.tile}>
          <PartnerTile
            key={draft.logo}
            name={localized(draft.name, language) || t("fields.name")}
            logo={draft.logo ?? ""}
            to="/"
          />
        </div>
        <p className={css.soft}>{draft.description ? localized(draft.description, language) : ""}</p>
      </div>
    </section>
  );
}
