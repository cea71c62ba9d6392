import { useState } from "react";
import { useTranslation } from "react-i18next";
import { NetworkError } from "../../api/problem";
import { Button } from "../../components/Button";
import { Switch } from "../../components/Choice";
import { Sheet } from "../../components/Dialog";
import { LanguageSwitch } from "../../components/LanguageSwitch";
import { Note } from "../../components/Paper";
import css from "./Counter.module.css";
import { isMuted, setMuted, signal } from "./signals";
import { signOut, type Till } from "./till";

interface TillMenuProps {
  by: NonNullable<Till["signedIn"]>;
  onClose(): void;
  onToday(): void;
}

/** What is seldom wanted: today's list, the language, the sounds, and the way out. */
export function TillMenu({ by, onClose, onToday }: TillMenuProps) {
  const { t } = useTranslation("counter");
  const [sounds, setSounds] = useState(!isMuted());
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const leave = async () => {
    setBusy(true);
    setFailed(false);
    try {
      await signOut();
    } catch (error) {
      setFailed(error instanceof NetworkError);
      setBusy(false);
    }
  };
  return (
    <Sheet title={t("menu.title")} onClose={onClose}>
      <div className={css.menu}>
        <p>{t("menu.who", { name: by.name })}</p>
        <Button kind="quiet" block onClick={onToday}>
          {t("today.title")}
        </Button>
        <Switch
          name="sounds"
          checked={sounds}
          onChange={(on) => {
            setMuted(!on);
            setSounds(on);
            if (on) signal("good");
          }}
        >
          {t("menu.sounds")}
        </Switch>
        <LanguageSwitch />
        {failed && <Note tone="plum">{t("line.down")}</Note>}
        <Button block busy={busy && t("menu.leaving")} onClick={leave}>
          {t("menu.signOut")}
        </Button>
      </div>
    </Sheet>
  );
}
