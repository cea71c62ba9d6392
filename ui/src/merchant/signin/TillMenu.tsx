import { useState } from "react";
import { useTranslation } from "react-i18next";
import { NetworkError } from "../../api/problem";
import { Button } from "../../kit/buttons/Button";
import { Sheet } from "../../kit/dialog/Sheet";
import { showToast } from "../../kit/dialog/Toaster";
import { Switch } from "../../kit/form/Choice";
import { LanguageSwitch } from "../../kit/form/LanguageSwitch";
import { Note } from "../../kit/screen/Paper";
import { isPlain, setPlain } from "../../shared/slip/slip";
import css from "../Counter.module.css";
import { isMuted, playSound, setMuted } from "../kit/sounds";
import { dropDeviceLock, signOut, type Till } from "../kit/till";

interface TillMenuProps {
  by: NonNullable<Till["signedIn"]>;
  onClose(): void;
  onToday(): void;
  /** Offers the device lock instead of the PIN, where available. */
  onLock: (() => void) | undefined;
}

/** Rarely used functions: today's list, language, sounds, the kind of slip and log out. */
export function TillMenu({ by, onClose, onToday, onLock }: TillMenuProps) {
  const { t } = useTranslation("counter");
  const [sounds, setSounds] = useState(!isMuted());
  const [plain, setPlainShown] = useState(isPlain());
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const act = async (work: () => Promise<void>, done?: () => void) => {
    setBusy(true);
    setFailed(false);
    try {
      await work();
      done?.();
    } catch (error) {
      setFailed(error instanceof NetworkError);
      setBusy(false);
    }
  };
  const drop = () =>
    act(dropDeviceLock, () => {
      showToast(t("lock.dropped"));
      onClose();
    });
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
            if (on) playSound("good");
          }}
        >
          {t("menu.sounds")}
        </Switch>
        <Switch
          name="plainSlip"
          checked={plain}
          onChange={(on) => {
            setPlain(on);
            setPlainShown(on);
          }}
        >
          {t("menu.plainSlip")}
        </Switch>
        <LanguageSwitch />
        {onLock && (
          <Button kind="quiet" block onClick={onLock}>
            {t("lock.next")}
          </Button>
        )}
        {by.passkey && (
          <Button kind="quiet" block disabled={busy} onClick={() => void drop()}>
            {t("lock.drop")}
          </Button>
        )}
        {failed && <Note tone="plum">{t("line.down")}</Note>}
        <Button block busy={busy && t("menu.leaving")} onClick={() => void act(signOut)}>
          {t("menu.signOut")}
        </Button>
      </div>
    </Sheet>
  );
}
