import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "../../../i18n/format";
import { Button } from "../../../kit/buttons/Button";
import { showToast } from "../../../kit/dialog/Toaster";
import { Check } from "../../../kit/form/Choice";
import { Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { useErrorText } from "../../kit/errorText";
import { TextArea } from "../../kit/Inputs";
import { useAction } from "../../kit/useAction";
import { fullName } from "../../members/names";
import own from "./Alarms.module.css";
import {
  type AlarmPage,
  alarmDecided,
  dismissAlarms,
  holdPoints,
  LONGEST_NOTE,
  releasePoints,
} from "./alarms";

/** Hold, release and dismiss, each with a note. */
export function DecideForm({ page, onDecided }: { page: AlarmPage; onDecided(): void }) {
  const { t } = useTranslation("adminAlarms");
  const say = useErrorText();
  const { alarm } = page;
  const can = page.members.filter(({ member, holdable }) => member && holdable > 0);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [note, setNote] = useState("");
  const [missing, setMissing] = useState(false);
  const { busy, error, run } = useAction();
  const chosen = can.filter(({ member }) => member && !left.has(member._id));
  const points = chosen.reduce((sum, { holdable }) => sum + holdable, 0);
  const decide = (act: (said: string) => Promise<unknown>, done: string) => {
    const said = note.trim();
    setMissing(!said);
    if (!said) return;
    void run(async () => {
      await act(said);
      showToast(done);
      setNote("");
      alarmDecided();
      onDecided();
    });
  };
  const words = { count: points, points: formatPoints(points) };
  return (
    <section className={own.part}>
      {can.length > 1 && (
        <fieldset className={own.people}>
          <legend>{t("whose")}</legend>
          {can.map(({ member, holdable }) =>
            member ? (
              <Check
                key={member._id}
                wide
                name={member._id}
                checked={!left.has(member._id)}
                onChange={(on) => {
                  const next = new Set(left);
                  if (on) next.delete(member._id);
                  else next.add(member._id);
                  setLeft(next);
                }}
              >
                {fullName(member)} <b>{formatPoints(holdable)}</b>
              </Check>
            ) : null,
          )}
        </fieldset>
      )}
      <TextArea
        name="note"
        label={t("note.label")}
        hint={t("note.hint")}
        required
        rows={2}
        maxLength={LONGEST_NOTE}
        value={note}
        onChange={setNote}
        error={missing && !note.trim() ? t("note.missing") : undefined}
      />
      {error !== undefined && <Note tone="plum">{say(error)}</Note>}
      <div className={own.verbs}>
        {points > 0 && (
          <Button
            kind="refuse"
            small
            block
            busy={busy && t("busy")}
            onClick={() =>
              decide(
                (said) =>
                  holdPoints(
                    alarm._id,
                    said,
                    chosen.flatMap(({ member }) => (member ? [member._id] : [])),
                  ),
                t("hold.done", words),
              )
            }
          >
            {t("hold.do", words)}
          </Button>
        )}
        {alarm.queue === "held" ? (
          <Button
            small
            block
            busy={busy && t("busy")}
            onClick={() => decide((said) => releasePoints(alarm._id, said), t("release.done"))}
          >
            {t("release.do")}
          </Button>
        ) : (
          <Button
            kind="quiet"
            small
            block
            busy={busy && t("busy")}
            onClick={() =>
              decide((said) => dismissAlarms([alarm._id], said), t("dismiss.done", { count: 1 }))
            }
          >
            {t("dismiss.do")}
          </Button>
        )}
      </div>
      <p className={css.soft}>{t(alarm.queue === "held" ? "release.text" : "hold.text")}</p>
    </section>
  );
}
