import { useState } from "react";
import { useTranslation } from "react-i18next";
import { showToast } from "../../../kit/dialog/Toaster";
import { ReasonDialog } from "../../kit/ReasonDialog";
import { SelectionBar } from "../../kit/SelectionBar";
import { alarmDecided, dismissAlarms, LONGEST_NOTE } from "./alarms";

interface DismissBarProps {
  ids: readonly string[];
  onClear(): void;
  onDismissed(ids: readonly string[]): void;
}

/** Dismisses the selected alarms with one note. Points are held and released one alarm at a time. */
export function DismissBar({ ids, onClear, onDismissed }: DismissBarProps) {
  const { t } = useTranslation("adminAlarms");
  const [asking, setAsking] = useState(false);
  return (
    <>
      <SelectionBar
        label={t("selection")}
        selected={t("selected", { count: ids.length })}
        actions={[
          { key: "clear", label: t("clear"), act: onClear },
          {
            key: "dismiss",
            label: t("dismiss.some", { count: ids.length }),
            main: true,
            act: () => setAsking(true),
          },
        ]}
      />
      {asking && (
        <ReasonDialog
          title={t("dismiss.some", { count: ids.length })}
          submit={t("dismiss.do")}
          busy={t("busy")}
          hint={t("note.hint")}
          asks={{ label: t("note.label"), missing: t("note.missing"), longest: LONGEST_NOTE, rows: 3 }}
          onClose={() => setAsking(false)}
          act={async (note) => {
            await dismissAlarms([...ids], note);
            showToast(t("dismiss.done", { count: ids.length }));
            alarmDecided();
            setAsking(false);
            onDismissed(ids);
          }}
        >
          <p>{t("dismiss.text")}</p>
        </ReasonDialog>
      )}
    </>
  );
}
