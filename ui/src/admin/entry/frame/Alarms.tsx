import { OfflineBanner } from "../../../kit/screen/Frame";
import { PausedAlarms } from "../../catalogue/campaigns/PausedAlarms";
import { SystemAlarms } from "../../control/diagnostics/SystemAlarms";
import { may, type Staff } from "../../roles";
import css from "./Alarms.module.css";
import { KeptLetters } from "./KeptLetters";

/** Warnings on every screen of the admin app. Each kind fetches its data and shows an `Alarm` or nothing. */
export function Alarms({ me: { role, enrolmentRequired } }: { me: Staff }) {
  return (
    <div className={css.alarms}>
      <OfflineBanner />
      {!enrolmentRequired && (
        <div role="status">
          {may(role, "runProgramme") && <SystemAlarms />}
          {may(role, "readContent") && <PausedAlarms />}
        </div>
      )}
      {/* A screen reader does not announce a lasting notice on every screen. */}
      {!enrolmentRequired && role === "owner" && <KeptLetters />}
    </div>
  );
}
