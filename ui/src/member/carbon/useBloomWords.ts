import { useTranslation } from "react-i18next";
import type { Bloomed } from "../../shared/carbon/tree";

/** "9 blooms and 1 petal", without the part that is zero. */
export function useBloomWords() {
  const { t } = useTranslation("carbon");
  return ({ blooms, petals }: Pick<Bloomed, "blooms" | "petals">) => {
    const [some, few] = [t("blooms", { count: blooms }), t("petals", { count: petals })];
    if (petals === 0) return blooms === 0 ? t("inBud") : some;
    return blooms === 0 ? few : t("both", { blooms: some, petals: few });
  };
}
