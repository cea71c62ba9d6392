import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { userQuery } from "../../api/member";
import { programmeQuery } from "../../api/programme";
import { Radio } from "../../components/Choice";
import { classes } from "../../components/classes";
import { MailIcon } from "../../components/icons-member";
import { Note } from "../../components/Paper";
import { part } from "../../components/part";
import { Puck, RowLink } from "../../components/Row";
import { Screen } from "../../components/Screen";
import { Segment } from "../../components/Segment";
import { RowSkeleton } from "../../components/Skeletons";
import { Wordmark } from "../../components/Wordmark";
import { APPEARANCES, type Appearance, keepAppearance, keptAppearance } from "../../device/appearance";
import { loadWords } from "../../i18n/i18n";
import { LANGUAGES, pageTagOf, useLanguage } from "../../i18n/language";
import { useLanguageChoice } from "../../i18n/switch";
import { paths, withBack } from "../../paths";
import layout from "../../styles/layout.module.css";
import text from "../../styles/text.module.css";
import { passkeysQuery } from "./biometric";
import { PushSection } from "./PushSection";
import css from "./SettingsScreen.module.css";
import { SignInSection } from "./SignInSection";

// Below the fold, and seldom looked for: fetched after the rest stands.
const AccountSections = part(async () => {
  const [{ AccountSections }] = await Promise.all([import("./AccountSections"), loadWords("security")]);
  return AccountSections;
});

export function SettingsScreen() {
  const { t } = useTranslation("settings");
  const language = useLanguage();
  const { choose, failed } = useLanguageChoice();
  const programme = useQuery(programmeQuery());
  const withPasskeys = Boolean(programme.data?.passkeys);
  const passkeys = useQuery({ ...passkeysQuery(), enabled: withPasskeys });
  // Whose passkey it would be: until that is known a press on the switch would do nothing.
  const user = useQuery(userQuery());
  // All at once: a section that came between the others would move them from under a thumb.
  const known = !programme.isPending && !user.isPending && !(withPasskeys && passkeys.isPending);
  return (
    <Screen title={t("title")} info={t("info")}>
      <section className={css.section}>
        <h2 className={text.t3} id="language">
          {t("language")}
        </h2>
        <fieldset className={classes(layout.card, layout.rows, css.languages)} aria-labelledby="language">
          {LANGUAGES.map((one) => (
            <div key={one}>
              <Radio
                name="language"
                value={one}
                checked={one === language}
                onChoose={() => void choose(one)}
                lang={pageTagOf(one)}
                wide
              >
                {t(`names.${one}`)}
              </Radio>
            </div>
          ))}
        </fieldset>
        {failed && (
          <div className={css.failed}>
            <Note tone="plum">{t("languageFailed", { ns: "shell" })}</Note>
          </div>
        )}
      </section>
      {known ? (
        <>
          {programme.data?.passkeys && <SignInSection />}
          {programme.data?.vapidKey && <PushSection vapidKey={programme.data.vapidKey} />}
          <div className={css.section}>
            <div className={layout.card}>
              <RowLink
                icon={
                  <Puck>
                    <MailIcon size={20} />
                  </Puck>
                }
                title={t("messages.title")}
                line={t("messages.line")}
                to={paths.messages}
                state={withBack}
              />
            </div>
          </div>
          <AppearanceSection />
          {/* The foot comes with the sections above it, so that neither moves the other. */}
          <AccountSections>
            <div className={css.sign}>
              <Wordmark height={34} />
              {programme.data && (
                <p className={text.t5}>
                  <span className={text.sr}>{t("version")} </span>
                  {programme.data.version}
                </p>
              )}
            </div>
          </AccountSections>
        </>
      ) : (
        <div className={css.section}>
          <RowSkeleton count={3} />
        </div>
      )}
    </Screen>
  );
}

function AppearanceSection() {
  const { t } = useTranslation("settings");
  const [chosen, setChosen] = useState(keptAppearance);
  const options = APPEARANCES.map((value) => ({ value, label: t(`appearances.${value}`) }));
  return (
    <section className={css.section}>
      <h2 className={text.t3}>{t("appearance")}</h2>
      <Segment<Appearance>
        label={t("appearance")}
        options={options}
        chosen={chosen}
        onChoose={(appearance) => {
          keepAppearance(appearance);
          setChosen(appearance);
        }}
        block
      />
    </section>
  );
}
