import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { loadWords } from "../i18n/i18n";
import { ScreenLink } from "../kit/buttons/ScreenLink";
import { lazyComponent } from "../kit/loading/lazyComponent";
import text from "../kit/styles/text.module.css";
import { paths, withBack } from "../shared/paths";

/**
 * The link to the help page, below a failure. The link appears after the code and the texts of the page are loaded, so
 * that it also works for a member who is offline.
 */
export const HelpLink = lazyComponent(async () => {
  await Promise.all([import("../member/help/HelpScreen"), loadWords(["help", "profile"])]);
  return ToHelp;
});

function ToHelp() {
  const { t } = useTranslation("profile");
  // The contacts on the help page may fail to load too.
  if (useLocation().pathname === paths.help) return null;
  return (
    <ScreenLink data-help className={text.link} to={paths.help} state={withBack}>
      {t("help")}
    </ScreenLink>
  );
}
