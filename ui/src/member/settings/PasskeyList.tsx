import { useTranslation } from "react-i18next";
import { formatDate } from "../../i18n/format";
import { useLanguage } from "../../i18n/language";
import { Button } from "../../kit/buttons/Button";
import { Row } from "../../kit/screen/Row";
import text from "../../kit/styles/text.module.css";
import type { Passkey } from "./biometric";
import css from "./SettingsScreen.module.css";

interface PasskeyListProps {
  passkeys: readonly Passkey[];
  /** This device's passkey, if it has one. */
  here: Passkey | undefined;
  onRemove(passkey: Passkey): void;
}

/** The member's passkeys on all devices, each with a button to remove it. */
export function PasskeyList({ passkeys, here, onRemove }: PasskeyListProps) {
  const { t } = useTranslation("settings");
  const language = useLanguage();
  const lineOf = ({ created, lastUsed }: Passkey) =>
    lastUsed
      ? t("passkeys.used", { date: formatDate(lastUsed, language) })
      : t("passkeys.added", { date: formatDate(created, language) });
  return (
    <ul aria-label={t("passkeys.title")}>
      {passkeys.map((passkey) => {
        const name = passkey === here ? t("passkeys.here", { name: passkey.name }) : passkey.name;
        return (
          <li key={passkey._id} className={css.passkey}>
            <Row
              title={name}
              line={lineOf(passkey)}
              end={
                <Button kind="quiet" small onClick={() => onRemove(passkey)}>
                  {t("passkeys.remove")}
                  <span className={text.sr}> {name}</span>
                </Button>
              }
            />
          </li>
        );
      })}
    </ul>
  );
}
