import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { APPEARANCES, type Appearance, saveAppearance, savedAppearance } from "../../device/appearance";
import { loadWords } from "../../i18n/i18n";
import { LANGUAGES, pageTagOf, useLanguage } from "../../i18n/language";
import { useLanguageChoice } from "../../i18n/switch";
import { classes } from "../../kit/classes";
import { Radio } from "../../kit/form/Choice";
import { Segment } from "../../kit/form/Segment";
import { MailIcon } from "../../kit/icons/icons-member";
import { lazyComponent } from "../../kit/loading/lazyComponent";
import { RowSkeleton } from "../../kit/loading/Skeletons";
import { Note } from "../../kit/screen/Paper";
import { Puck, RowLink } from "../../kit/screen/Row";
import { Screen } from "../../kit/screen/Screen";
import { Wordmark } from "../../kit/screen/Wordmark";
import layout from "../../kit/styles/layout.module.css";
import text from "../../kit/styles/text.module.css";
import { paths, withBack } from "../../shared/paths";
import { DeviceSections, useDevice } from "./DeviceSections";
import css from "./SettingsScreen.module.css";

// Below the fold and rarely needed, so it loads after the rest.
const AccountSections = lazyComponent(async () => {
  const [{ AccountSections }] = await Promise.all([import("./AccountSections"), loadWords("security")]);
  return AccountSections;
});

export function SettingsScreen() {
  const { t } = useTranslation("settings");
  const language = useLanguage();
  const { choose, failed } = useLanguageChoice();
  const device = useDevice();
  // All sections at once, because a late one would shift the others. They stay: fetching their data again
  // does not remove them.
  const known = useRef(false);
  known.current ||= !device.pending;
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
      {/* Stored on this device, so it works offline. */}
      <AppearanceSection />
      {known.current ? (
        <>
          <DeviceSections {...device} />
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
          {/* The foot renders together with the sections above it, so that neither shifts. */}
          <AccountSections>
            <div className={css.sign}>
              <Wordmark height={34} />
              {device.programme && (
                <p className={text.t5}>
                  <span className={text.sr}>{t("version")} </span>
                  {device.programme.version}
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
  const [chosen, setChosen] = useState(savedAppearance);
  const options = APPEARANCES.map((value) => ({ value, label: t(`appearances.${value}`) }));
  return (
    <section className={css.section}>
      <h2 className={text.t3}>{t("appearance")}</h2>
      <Segment<Appearance>
        label={t("appearance")}
        options={options}
        chosen={chosen}
        onChoose={(appearance) => {
          saveAppearance(appearance);
          setChosen(appearance);
        }}
        block
      />
    </section>
  );
}
