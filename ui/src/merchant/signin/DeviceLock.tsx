import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiProblem, NetworkError } from "../../api/problem";
import { offersStaffPasskeys } from "../../api/staffPasskey";
import { onDevice } from "../../device/storage";
import { Button } from "../../kit/buttons/Button";
import { Sheet } from "../../kit/dialog/Sheet";
import { showToast } from "../../kit/dialog/Toaster";
import { Note } from "../../kit/screen/Paper";
import css from "../Counter.module.css";
import { said } from "../kit/said";
import { keepDeviceLock, type Till } from "../kit/till";

export type Person = NonNullable<Till["signedIn"]>;

/** Returns whether the device has a lock that the browser can ask for. */
async function hasDeviceLock(): Promise<boolean> {
  if (!(await offersStaffPasskeys())) return false;
  return (await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable?.()) ?? false;
}

/** Returns whether this cashier could use the device lock instead of the PIN, and does not use it yet. */
export function useLockOffered(by: Person): boolean {
  const offered = useQuery({ queryKey: ["deviceLock"], queryFn: hasDeviceLock, retry: false });
  return by.standing === "cashier" && !by.passkey && offered.data === true;
}

const declined = (by: Person) => `counterNoLock:${by._id}`;

/** Returns whether the cashier has declined the lock on this device. Then the offer is not repeated. */
export function hasDeclined(by: Person): boolean {
  return onDevice.get(declined(by)) !== null;
}

interface DeviceLockProps {
  till: Till;
  by: Person;
  onClose(): void;
}

/** Offers the device lock instead of the PIN, and explains the risk on a shared device. */
export function DeviceLock({ till, by, onClose }: DeviceLockProps) {
  const { t } = useTranslation("counter");
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string>();
  const keep = async () => {
    setBusy(true);
    setFailed(undefined);
    try {
      if (await keepDeviceLock(till, by.name)) {
        showToast(t("lock.kept"));
        onClose();
        return;
      }
      setFailed(t("lock.failed"));
    } catch (error) {
      const told = error instanceof ApiProblem || error instanceof NetworkError;
      setFailed(told ? said(error, t("line.down"), t("lock.failed")) : t("lock.failed"));
    }
    setBusy(false);
  };
  const decline = () => {
    onDevice.set(declined(by), "1");
    onClose();
  };
  return (
    <Sheet title={t("lock.title")} onClose={onClose}>
      <div className={css.menu}>
        <p>{t("lock.text")}</p>
        <Note tone="pollen">{t("lock.shared")}</Note>
        {failed && <Note tone="plum">{failed}</Note>}
        <Button block busy={busy && t("signIn.passkeyBusy")} onClick={() => void keep()}>
          {t("lock.use")}
        </Button>
        <Button kind="quiet" block disabled={busy} onClick={decline}>
          {t("lock.notNow")}
        </Button>
      </div>
    </Sheet>
  );
}
