import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { intent } from "../../api/intent";
import { once } from "../../api/once";
import { Note } from "../../components/Paper";
import { showToast } from "../../components/Toaster";
import { FormDialog } from "../components/DeskDialog";
import { RowFilePick } from "../components/RowFilePick";
import { useTrouble } from "../components/trouble";
import { useRowFile } from "../components/useRowFile";
import css from "../desk.module.css";
import { LoadRows } from "./LoadRows";
import type { Loading } from "./loading";

/** What the server keeps of a file's name. */
const LONGEST_NAME = 120;

/** A file for a list: what would become of each row, and then all of them or none. */
export function LoadDialog({ list, onClose }: { list: Loading; onClose(): void }) {
  const { t } = useTranslation("deskLoading");
  const { t: common } = useTranslation("desk");
  const say = useTrouble();
  // One look, one intent: what is sent again after a cut line is the same file.
  const file = useRowFile(async (body) => ({
    ...(await list.load({ query: { dryRun: true }, body })),
    at: Date.now(),
  }));
  const [busy, setBusy] = useState(false);
  const { dry, error, setError } = file;
  const wanted = (dry?.new ?? 0) + (dry?.updated ?? 0);
  const ready = dry?.refused === 0 && wanted > 0;
  const undo = async (ids: string[]) => {
    const gone = (await list.undo?.(ids).catch(() => 0)) ?? 0;
    list.changed();
    showToast(gone === ids.length ? t("undone", { count: gone }) : t("undoFailed"));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!dry || !ready) return;
    setBusy(true);
    setError(undefined);
    try {
      const name = (file.opened?.name ?? "").slice(-LONGEST_NAME);
      const { made = [] } = await once(intent(`load-${list.of}`, dry.at), (key) =>
        list.load({ query: { name }, headers: { "Idempotency-Key": key }, body: dry.csv }),
      );
      const offered = list.undo && made.length > 0;
      showToast(
        t("done", { count: wanted }),
        offered ? { label: common("undo"), act: () => void undo(made) } : undefined,
      );
      list.changed();
      onClose();
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
        <p className={css.soft}>{t(list.of === "members" ? "format.members" : "format.records")}</p>
        <RowFilePick
          name="rows"
          file={file}
          sample={{ name: `kapok-${list.of}`, text: `${list.headings.join(",")}\r\n` }}
        />
        {dry && <LoadRows dry={dry} />}
        {dry && dry.refused > 0 && <Note tone="plum">{t("fix")}</Note>}
        {dry && dry.refused === 0 && wanted === 0 && <Note tone="pollen">{t("nothing")}</Note>}
        {error !== undefined && <Note tone="plum">{typeof error === "string" ? error : say(error)}</Note>}
      </div>
    </FormDialog>
  );
}
