import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { userQuery } from "../../api/member";
import { programmeQuery } from "../../api/programme";
import { RowSkeleton } from "../../kit/loading/Skeletons";
import { ErrorState } from "../../kit/loading/States";
import { passkeysQuery } from "./biometric";
import { PushSection } from "./PushSection";
import css from "./SettingsScreen.module.css";
import { SignInSection } from "./SignInSection";

/** The data for this device's settings, and which of it failed to load. */
export function useDevice() {
  const programme = useQuery(programmeQuery());
  const withPasskeys = Boolean(programme.data?.passkeys);
  const passkeys = useQuery({ ...passkeysQuery(), enabled: withPasskeys });
  // The member of a new passkey. Until it is known, pressing the switch would do nothing.
  const user = useQuery(userQuery());
  const lost = [programme, user, passkeys].filter(({ data, isError }) => isError && !data);
  return {
    programme: programme.data,
    pending: programme.isPending || user.isPending || (withPasskeys && passkeys.isPending),
    // Only the passkeys need the member.
    lost: programme.data && !withPasskeys ? [] : lost,
  };
}

/** Login and notifications of this device, or an error if their data did not load. */
export function DeviceSections({ programme, pending, lost }: ReturnType<typeof useDevice>) {
  const { t } = useTranslation();
  if (lost.length > 0)
    return (
      <ErrorState
        title={t("failedTitle")}
        error={lost[0]?.error ?? null}
        onRetry={() => {
          for (const query of lost) query.refetch();
        }}
      />
    );
  if (pending)
    return (
      <div className={css.section}>
        <RowSkeleton count={3} />
      </div>
    );
  return (
    <>
      {programme?.passkeys && <SignInSection />}
      {programme?.vapidKey && <PushSection vapidKey={programme.vapidKey} />}
    </>
  );
}
