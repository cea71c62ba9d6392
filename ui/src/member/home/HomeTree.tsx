import { useTranslation } from "react-i18next";
import { ScreenLink } from "../../kit/buttons/ScreenLink";
import { classes } from "../../kit/classes";
import layout from "../../kit/styles/layout.module.css";
import text from "../../kit/styles/text.module.css";
import { TreeArt } from "../../shared/carbon/TreeArt";
import { bloomed, type Tree, weightOf } from "../../shared/carbon/tree";
import { paths, withBack } from "../../shared/paths";
import css from "./HomeTree.module.css";

/** The year's tree as a card that opens its page. */
export function HomeTree({ tree, alone }: { tree: Tree; alone: boolean }) {
  const { t } = useTranslation("carbon");
  const grams = Number(tree.grams);
  const state = bloomed(grams);
  const { number, unit } = weightOf(grams);
  return (
    <ScreenLink
      className={classes(layout.card, css.card, alone && css.alone)}
      to={paths.carbon}
      state={withBack}
    >
      <span className={css.picture}>
        <TreeArt {...state} small />
      </span>
      <span className={css.words}>
        <span className={text.sr}>{t("title")} </span>
        <b>{grams > 0 ? `${number} ${unit}` : t("home.bud")}</b>
        <small>{grams > 0 ? t("home.missing", { grams: state.missing }) : t("home.first")}</small>
      </span>
    </ScreenLink>
  );
}
