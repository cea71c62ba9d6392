import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiProblem, NetworkError } from "../../api/problem";
import { offersStaffPasskeys } from "../../api/staffPasskey";
import { Button } from "../../kit/buttons/Button";
import { Note } from "../../kit/screen/Paper";
import { said } from "../kit/said";

/** Returns whether the browser of this till and the programme support passkeys. */
function usePasskeysOffered(): boolean {
  return (
    useQuery({ queryKey: ["passkeysOffered"], queryFn: offersStaffPasskeys, retry: false }).data ?? false
  );
}

interface PasskeyButtonProps {
  /** Shown when a passkey was refused. */
  refusal: string;
  children: ReactNode;
  enter(): Promise<boolean>;
}

/** Signs in by passkey instead of typed credentials. */
export function PasskeyButton({ refusal, children, enter }: PasskeyButtonProps) {
  const { t } = useTranslation("counter");
  const offered = usePasskeysOffered();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string>();
  if (!offered) return null;
  const press = async () => {
    setBusy(true);
    setFailed(undefined);
    try {
      if (await enter()) return;
    } catch (error) {
      // Closing the device's passkey window is not an error.
      if (error instanceof NetworkError || error instanceof ApiProblem) {
        const refused = error instanceof ApiProblem && error.code === "biometric_verification_failed";
        setFailed(refused ? refusal : said(error, t("line.down"), t("signIn.failed")));
      }
    }
    setBusy(false);
  };
  return (
    <>
      {failed && <Note tone="plum">{failed}</Note>}
      <Button kind="quiet" block busy={busy && t("signIn.passkeyBusy")} onClick={() => void press()}>
        {children}
      </Button>
    </>
  );
}
