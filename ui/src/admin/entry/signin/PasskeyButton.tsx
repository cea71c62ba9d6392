import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiProblem, NetworkError } from "../../../api/problem";
import { offersStaffPasskeys } from "../../../api/staffPasskey";
import { Button } from "../../../kit/buttons/Button";
import { Note } from "../../../kit/screen/Paper";
import { useErrorText } from "../../kit/errorText";
import { signInByPasskey } from "../../session";

/** Signs in by passkey instead of password and code. */
export function PasskeyButton({ onDone }: { onDone(): void }) {
  const { t } = useTranslation("admin");
  const say = useErrorText();
  const offered = useQuery({ queryKey: ["staffPasskeys"], queryFn: offersStaffPasskeys, retry: false });
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  if (!offered.data) return null;
  const enter = async () => {
    setBusy(true);
    setError(undefined);
    try {
      if (await signInByPasskey()) return onDone();
    } catch (failure) {
      // Closing the device's passkey window is not an error.
      if (failure instanceof ApiProblem || failure instanceof NetworkError) setError(failure);
    }
    setBusy(false);
  };
  const refused = error instanceof ApiProblem && error.status === 401;
  return (
    <>
      {error !== undefined && <Note tone="plum">{refused ? t("signIn.passkeyFailed") : say(error)}</Note>}
      <Button kind="quiet" block busy={busy && t("signIn.passkeyBusy")} onClick={() => void enter()}>
        {t("signIn.passkey")}
      </Button>
    </>
  );
}
