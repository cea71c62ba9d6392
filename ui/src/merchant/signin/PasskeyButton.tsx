import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiProblem, NetworkError } from "../../api/problem";
import { offersStaffPasskeys } from "../../api/staffPasskey";
import { Button } from "../../kit/buttons/Button";
import { Note } from "../../kit/screen/Paper";
import { said } from "./EnrolScreen";

/** Whether this till's device can ask for a finger, a face or its own PIN. */
function usePasskeysOffered(): boolean {
  return (
    useQuery({ queryKey: ["passkeysOffered"], queryFn: offersStaffPasskeys, retry: false }).data ?? false
  );
}

interface PasskeyButtonProps {
  /** What to say of a passkey that was not taken. */
  refusal: string;
  children: ReactNode;
  enter(): Promise<boolean>;
}

/** A finger or a face instead of what is typed. */
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
      // Whoever closes the device's own window has changed their mind.
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
