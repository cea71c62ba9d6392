import { useTranslation } from "react-i18next";
import { type Language, localized, pageTagOf } from "../../../i18n/language";
import { Badge } from "../../../kit/screen/Paper";
import { Tile } from "../../../kit/screen/Tile";
import css from "../../admin.module.css";
import content from "../../kit/editor/Content.module.css";
import type { ItemInput } from "../../kit/editor/kinds";

/** At or below this number the badge that members see is yellow, whatever staff call a low stock. */
const FEW = 10;

/** The member's tile with the current draft. */
export function ItemPreview({ draft, language }: { draft: ItemInput; language: Language }) {
  const { t } = useTranslation("adminItems");
  const limits = [draft.leftover ?? -1, draft.qoutaPerson ?? -1].filter((limit) => limit >= 0);
  const left = limits.length > 0 ? Math.min(...limits) : undefined;
  return (
    <section className={css.sunken}>
      <h2>{t("preview")}</h2>
      <div className={content.see}>
        <div className={content.tile} lang={pageTagOf(language)} inert>
          <Tile
            key={draft.image}
            name={localized(draft.name, language) || t("unnamed")}
            image={draft.image ?? ""}
            points={draft.points}
            onOpen={() => {}}
          />
        </div>
        <div>
          {left !== undefined && (
            <Badge tone={left <= FEW ? "pollen" : "leaf"}>{t("available", { count: left })}</Badge>
          )}
          <p className={css.soft}>{t("previewText")}</p>
        </div>
      </div>
    </section>
  );
}
