import { useId } from "react";
import { useTranslation } from "react-i18next";
import { screens } from "../../device/transition";
import { formatDay, formatPoints } from "../../i18n/format";
import { localized, tongueOf, useLanguage } from "../../i18n/language";
import { ScreenLink } from "../../kit/buttons/ScreenLink";
import layout from "../../kit/styles/layout.module.css";
import { articlePath, withBack } from "../../shared/paths";
import type { Article } from "./articles";
import css from "./HomeScreen.module.css";
import { IN_VIEW } from "./useFirstPictures";

interface RailProps {
  title: string;
  articles: readonly Article[];
  /** Small cards: a picture beside the text. */
  mini?: boolean;
  /** False renders only the cards in view first. */
  whole: boolean;
}

/** A carousel of articles. Renders nothing if there are none. */
export function Rail({ title, articles, mini = false, whole }: RailProps) {
  const { t } = useTranslation("home");
  const language = useLanguage();
  const id = useId();
  if (articles.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <div className={css.section}>
        <h2 id={id}>{title}</h2>
      </div>
      <ul className={layout.rail}>
        {(whole ? articles : articles.slice(0, IN_VIEW)).map((article, place) => (
          <li key={article._id}>
            <ScreenLink
              className={mini ? css.mini : css.story}
              to={articlePath(article._id)}
              state={withBack}
              change={(go) => screens.change("#cover", go)}
            >
              {/* Pictures outside the view load lazily. */}
              <img
                src={localized(article.coverImg, language)}
                alt=""
                loading={place >= IN_VIEW ? "lazy" : "eager"}
              />
              <div>
                <h3 lang={tongueOf(article.title, language)}>{localized(article.title, language)}</h3>
                <p>
                  {formatDay(article.created, language)} ·{" "}
                  {t("likes", { count: article.likes, shown: formatPoints(article.likes) })}
                </p>
              </div>
            </ScreenLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
