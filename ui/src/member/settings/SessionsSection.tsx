import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatDate, formatDay, formatTime } from "../../i18n/format";
import { useLanguage } from "../../i18n/language";
import { Button } from "../../kit/buttons/Button";
import { classes } from "../../kit/classes";
import { Dialog } from "../../kit/dialog/Dialog";
import { useFocusAfterRemoval } from "../../kit/dialog/focusAfterRemoval";
import { showToast } from "../../kit/dialog/Toaster";
import { PhoneIcon } from "../../kit/icons/icons-member";
import { RowSkeleton } from "../../kit/loading/Skeletons";
import { Loaded } from "../../kit/loading/States";
import { Badge, FailedNote } from "../../kit/screen/Paper";
import { Puck, Row } from "../../kit/screen/Row";
import layout from "../../kit/styles/layout.module.css";
import text from "../../kit/styles/text.module.css";
import css from "./AccountSections.module.css";
import { type AccountFailure, endOtherSessions, endSession, type Session } from "./account";

/** The member's sessions on all devices, each with a button to end it. */
export function SessionsSection({ sessions }: { sessions: UseQueryResult<Session[]> }) {
  const { t } = useTranslation("security");
  const [asked, setAsked] = useState<Session | "others">();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<AccountFailure>();

  const end = async () => {
    if (!asked || busy) return;
    setBusy(true);
    setFailure(undefined);
    if (asked === "others") {
      const ended = await endOtherSessions();
      if (typeof ended === "number") showToast(t("sessions.endedAll", { count: ended }));
      else setFailure(ended);
    } else {
      const failed = await endSession(asked._id);
      if (failed) setFailure(failed);
      else showToast(t("sessions.ended"));
    }
    setBusy(false);
    setAsked(undefined);
  };

  const heading = useFocusAfterRemoval<HTMLHeadingElement>(asked ? undefined : sessions.data?.length);
  const others = sessions.data?.filter(({ current }) => !current).length ?? 0;
  return (
    <section className={css.section}>
      <h2 className={text.t3} id="sessions" ref={heading}>
        {t("sessions.title")}
      </h2>
      <Loaded of={sessions} skeleton={<RowSkeleton count={2} />} failed={t("sessions.failed")}>
        {(all) => (
          <ul className={classes(layout.card, layout.rows)} aria-labelledby="sessions">
            {all.map((session) => (
              <li key={session._id}>
                <SessionRow session={session} onEnd={() => setAsked(session)} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {others > 0 && (
        <div className={css.below}>
          <Button kind="quiet" block onClick={() => setAsked("others")}>
            {t("sessions.endAll")}
          </Button>
        </div>
      )}
      {failure && (
        <div className={css.below}>
          <FailedNote>{"said" in failure ? failure.said : t(`errors.${failure.key}`)}</FailedNote>
        </div>
      )}
      {asked && (
        <EndDialog
          asked={asked}
          busy={busy}
          onConfirm={() => void end()}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  );
}

/** Browser and system, or the kind of client that holds the session. */
function useDeviceName() {
  const { t } = useTranslation("security");
  return ({ device, kind }: Session) => device ?? t(kind === "api" ? "sessions.api" : "sessions.browser");
}

function SessionRow({ session, onEnd }: { session: Session; onEnd(): void }) {
  const { t } = useTranslation("security");
  const language = useLanguage();
  const device = useDeviceName()(session);
  return (
    <Row
      icon={
        <Puck tone={session.current ? "in" : "plain"}>
          <PhoneIcon size={20} />
        </Puck>
      }
      title={device}
      line={
        session.current
          ? t("sessions.since", { date: formatDate(session.started, language) })
          : t("sessions.seen", {
              date: formatDay(session.lastSeen, language),
              time: formatTime(session.lastSeen),
            })
      }
      end={
        session.current ? (
          <Badge tone="leaf" dot={false}>
            {t("sessions.here")}
          </Badge>
        ) : (
          <Button kind="quiet" small onClick={onEnd}>
            {t("sessions.end")}
            <span className={text.sr}> {device}</span>
          </Button>
        )
      }
    />
  );
}

interface EndDialogProps {
  asked: Session | "others";
  busy: boolean;
  onConfirm(): void;
  onClose(): void;
}

function EndDialog({ asked, busy, onConfirm, onClose }: EndDialogProps) {
  const { t } = useTranslation("security");
  const nameOf = useDeviceName();
  const all = asked === "others";
  const close = () => {
    if (!busy) onClose();
  };
  return (
    <Dialog
      alert
      title={all ? t("ending.allTitle") : t("ending.title", { device: nameOf(asked) })}
      onClose={close}
      actions={
        <>
          <Button kind="quiet" disabled={busy} onClick={close}>
            {t("ending.cancel")}
          </Button>
          <Button kind="refuse" busy={busy && t("ending.busy")} onClick={onConfirm}>
            {t("sessions.end")}
          </Button>
        </>
      }
    >
      <p>{t(all ? "ending.allText" : "ending.text")}</p>
    </Dialog>
  );
}
