import { useState } from "react";
import { useTranslation } from "react-i18next";
import { LANGUAGES, type Language } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { showToast } from "../../../kit/dialog/Toaster";
import { Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { ActionDialog } from "../ActionDialog";
import { AdminDialog } from "../AdminDialog";
import { useErrorText } from "../errorText";
import { SelectionBar } from "../SelectionBar";
import { bulkOutcomeText } from "./bulkOutcome";
import { type BulkChange, type BulkOutcome, contentChanged } from "./kinds";
import { PublishDialog } from "./PublishDialog";
import { useUndo } from "./useUndo";

interface Chosen {
  id: string;
  name: string;
  missing: readonly Language[];
}

/** Records with bulk actions. */
export interface Many {
  name: string;
  bulk(change: BulkChange): Promise<BulkOutcome[]>;
}

interface BulkBarProps {
  kind: Many;
  chosen: readonly Chosen[];
  /** True if records can also be published and archived, not only removed. */
  stands?: boolean;
  /** True if the list shows removed records. */
  deleted: boolean;
  onDone(): void;
}

type Action = BulkChange["action"];

/** Bulk actions on the selected records; each refused record is listed with its reason. */
export function BulkBar({ kind, chosen, stands = true, deleted, onDone }: BulkBarProps) {
  const { t } = useTranslation("adminContent");
  const { t: common } = useTranslation("admin");
  const say = useErrorText();
  const offerUndo = useUndo();
  const [asking, setAsking] = useState<"publish" | "delete">();
  const [refused, setRefused] = useState<readonly BulkOutcome[]>([]);
  const run = async (action: Action, how: Pick<BulkChange, "publishAt" | "useEnglish"> = {}) => {
    const fates = await kind.bulk({ action, ids: chosen.map(({ id }) => id), ...how });
    contentChanged(kind);
    const done = fates.filter((fate) => fate.done);
    if (action === "delete" && done.length > 0)
      offerUndo(
        kind,
        done.map(({ _id }) => _id),
        t("removedMany", { count: done.length }),
      );
    else if (done.length > 0)
      showToast(t(action === "restore" ? "back" : "changedMany", { count: done.length }));
    const failed = fates.filter((fate) => !fate.done);
    setAsking(undefined);
    setRefused(failed);
    if (failed.length === 0) onDone();
  };
  const act = (action: Action) => {
    run(action).catch((error: unknown) => showToast(say(error), undefined, "note"));
  };
  const count = chosen.length;
  const close = () => setAsking(undefined);
  return (
    <>
      <SelectionBar
        label={t("selection")}
        selected={t("selected", { count })}
        actions={[
          { key: "clear", label: t("clear"), act: onDone },
          ...(deleted
            ? [{ key: "restore", label: t("restore"), main: true, act: () => act("restore") }]
            : [
                { key: "delete", label: common("delete"), main: !stands, act: () => setAsking("delete") },
                ...(stands
                  ? [
                      { key: "archive", label: t("archive"), act: () => act("archive") },
                      { key: "unpublish", label: t("unpublish"), act: () => act("unpublish") },
                      {
                        key: "publish",
                        label: t("publish.open"),
                        main: true,
                        act: () => setAsking("publish"),
                      },
                    ]
                  : []),
              ]),
        ]}
      />
      {asking === "publish" && (
        <PublishDialog
          title={t("publish.titleMany", { count })}
          missing={LANGUAGES.filter((one) => chosen.some(({ missing }) => missing.includes(one)))}
          onClose={close}
          onPublish={(how) => run("publish", how)}
        />
      )}
      {asking === "delete" && (
        <ActionDialog
          title={t("removeMany", { count })}
          submit={common("delete")}
          busy={common("deleting")}
          onClose={close}
          act={() => run("delete")}
        >
          <p>{t("removeText")}</p>
        </ActionDialog>
      )}
      {refused.length > 0 && (
        <AdminDialog
          alert
          title={t("refused")}
          onClose={() => setRefused([])}
          actions={
            <Button small onClick={() => setRefused([])}>
              {common("done")}
            </Button>
          }
        >
          <ul className={css.rows}>
            {refused.map((fate) => (
              <li key={fate._id}>
                <b>{chosen.find(({ id }) => id === fate._id)?.name ?? fate._id}</b>
                <Note tone="pollen">{bulkOutcomeText(fate, t)}</Note>
              </li>
            ))}
          </ul>
        </AdminDialog>
      )}
    </>
  );
}
