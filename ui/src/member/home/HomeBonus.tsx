import { useTranslation } from "react-i18next";
import { localized, useLanguage } from "../../i18n/language";
import { ScreenLink } from "../../kit/buttons/ScreenLink";
import { ChevronIcon } from "../../kit/icons/icons-basic";
import { BonusLine } from "../../shared/bonuses/BonusLine";
import type { Bonus } from "../../shared/bonuses/bonuses";
import { usePartnerTypeName } from "../../shared/partnerTypes";
import { partnerPath, paths, withBack } from "../../shared/paths";
import css from "./HomeBonus.module.css";

/** The next bonus, as one line that opens the place where it is given. */
export function HomeBonus({ bonus }: { bonus: Bonus }) {
  const { t } = useTranslation("explorer");
  const language = useLanguage();
  const typeName = usePartnerTypeName();
  const { partners, partnerName } = bonus;
  const [partner] = partners;
  const place = () => {
    if (partnerName) return localized(partnerName, language);
    if (partners.length > 0) return t("bonus.partners", { count: partners.length });
    if (bonus.partnerTypes.length > 0) return bonus.partnerTypes.map(typeName).join(t("bonus.and"));
    return bonus.outlets.length === 0 && t("bonus.everywhere");
  };
  const places = [place(), bonus.outlets.length > 0 && t("bonus.outlets")].filter(Boolean);
  return (
    <ScreenLink
      className={css.bonus}
      to={partner && partnerName ? partnerPath(partner) : paths.explorer}
      state={withBack}
    >
      <BonusLine bonus={bonus} place={places.join(" · ")} />
      <ChevronIcon size={18} />
    </ScreenLink>
  );
}
