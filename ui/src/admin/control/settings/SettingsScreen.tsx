import { useTranslation } from "react-i18next";
import { TabbedPage } from "../../kit/TabbedPage";
import { useMe } from "../../session";
import { Webhooks } from "../webhooks/Webhooks";
import { ApiKeys } from "./ApiKeys";
import { MessageTexts } from "./MessageTexts";
import { ProgrammeTab } from "./ProgrammeTab";
import { ServerSettings } from "./ServerSettings";
import { StaffList } from "./StaffList";
import { TermsVersions } from "./TermsVersions";
import { tabsOf } from "./tabs";

const PANELS = {
  programme: ProgrammeTab,
  texts: MessageTexts,
  terms: TermsVersions,
  staff: StaffList,
  keys: ApiKeys,
  webhooks: Webhooks,
  server: ServerSettings,
};

/** Filters, orders and open records mean nothing on another tab. */
const LEFT = { q: "", channel: "", sort: "", person: "" } as const;

/** Settings that only owners change and some other roles read. */
export function SettingsScreen() {
  const { t } = useTranslation("adminSettings");
  const { role } = useMe();
  return (
    <TabbedPage
      title={t("title")}
      line={t("line")}
      tabs={tabsOf(role)}
      labelOf={(tab) => t(`${tab}.title`)}
      panels={PANELS}
      left={LEFT}
    />
  );
}
