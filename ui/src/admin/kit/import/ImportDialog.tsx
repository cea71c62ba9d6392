import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { once } from "../../../api/offline/once";
import { ApiProblem } from "../../../api/problem";
import { showToast } from "../../../kit/dialog/Toaster";
import { Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { FormDialog } from "../AdminDialog";
import { useErrorText } from "../errorText";
import { fileIntent } from "../fileIntent";
import { RowFilePick } from "../RowFilePick";
import { useRowFile } from "../useRowFile";
import { ImportRows } from "./ImportRows";
import {
  type ImportList,
  type ImportName,
  type ImportRow,
  type ImportStep,
  type NotUndone,
  rowsNotUndone,
  SECRETS,
} from "./import";

/** The server's limit for a file name. */
const LONGEST_NAME = 120;

/** Lists with a description of their columns. */
const FORMATS = ["announcements", "members", "staff", "webhooks"] as const;
const formatOf = (list: ImportName) => FORMATS.find((one) => one === list) ?? "records";

interface ImportDialogProps {
  list: ImportList;
  onStep(next: ImportStep | undefined): void;
}

/** Imports a file into a list: dry run first, then all rows or none. */
export function ImportDialog({ list, onStep }: ImportDialogProps) {
  const { t } = useTranslation("adminLoading");
  const { t: common } = useTranslation("admin");
  const say = useErrorText();
  const file = useRowFile((body) => list.load({ query: { dryRun: true }, body }));
  const [busy, setBusy] = useState(false);
  const { dry, error, setError } = file;
  const wanted = (dry?.new ?? 0) + (dry?.updated ?? 0);
  const ready = dry?.refused === 0 && wanted > 0;
  const onClose = () => onStep(undefined);
  const undo = async (rows: readonly ImportRow[], made: string[]) => {
    let stay: NotUndone[] = [];
    try {
      const undone = await list.undo?.(made);
      stay = rowsNotUndone(
        rows,
        made,
        (undone?.stay ?? []).map(({ _id, message }) => ({ id: _id, message })),
      );
      if (stay.length > 0) onStep({ at: "held", held: stay, rest: true });
      showToast(t("undone", { count: made.length - stay.length }));
    } catch (failure) {
      const errors = failure instanceof ApiProblem ? failure.errors : [];
      stay = rowsNotUndone(
        rows,
        made,
        errors.map(({ field, message }) => ({ id: field, message })),
      );
      if (stay.length > 0) onStep({ at: "held", held: stay, rest: false });
      // The dialog may be closed by now, so also show a toast.
      showToast(stay.length > 0 ? t("undoFailed") : say(failure), undefined, "note");
    }
    list.changed();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!dry || !ready) return;
    setBusy(true);
    setError(undefined);
    try {
      const name = (file.opened?.name ?? "").slice(-LONGEST_NAME);
      const { csv } = dry;
      const { made = [], secrets = [] } = await once(fileIntent(`load-${list.of}`, { name, csv }), (key) =>
        list.load({ query: { name }, headers: { "Idempotency-Key": key }, body: csv }),
      );
      const offered = list.undo && made.length > 0;
      showToast(
        t("done", { count: wanted }),
        offered ? { label: common("undo"), act: () => void undo(dry.rows ?? [], made) } : undefined,
      );
      list.changed();
      const shown = SECRETS.find((one) => one === list.of);
      onStep(shown && secrets.length > 0 ? { at: "secrets", of: shown, secrets } : undefined);
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <FormDialog
      wide
      title={t(`title.${list.of}`)}
      submit={t("submit", { count: wanted })}
      disabled={!ready}
      busy={busy && t("busy")}
      onClose={onClose}
      onSubmit={(event) => void submit(event)}
    >
      <div className={css.stack}>
        <p className={css.soft}>{t(`format.${formatOf(list.of)}`)}</p>
        <RowFilePick
          name="rows"
          file={file}
          samples={[{ name: `kapok-${list.of}`, text: `${list.headings.join(",")}\r\n` }]}
        />
        {dry && <ImportRows dry={dry} />}
        {dry && dry.refused > 0 && <Note tone="plum">{t("fix")}</Note>}
        {dry && dry.refused === 0 && wanted === 0 && <Note tone="pollen">{t("nothing")}</Note>}
        {error !== undefined && <Note tone="plum">{typeof error === "string" ? error : say(error)}</Note>}
      </div>
    </FormDialog>
  );
}
