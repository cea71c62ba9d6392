import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../api/call";
import { queryClient } from "../../api/queries";
import type { components } from "../../api/schema";
import { Button } from "../../components/Button";
import { UploadIcon } from "../../components/icons-desk";
import { Note } from "../../components/Paper";
import { showToast } from "../../components/Toaster";
import { formatPoints } from "../../i18n/format";
import { DeskDialog } from "../components/DeskDialog";
import { useTrouble } from "../components/trouble";
import content from "../content/Content.module.css";
import { contentChanged, type Item, items, oneOf } from "../content/kinds";
import css from "../desk.module.css";

type PoolCount = components["schemas"]["PoolCount"];

const send = (id: string, body: string, dryRun: boolean) =>
  call("post", "/api/admin/items/{id}/codes", { path: { id }, query: { dryRun }, body });

/** The partner's own codes: how many are free, and more of them from a file, looked over first. */
export function CodePool({ item, disabled }: { item: Item; disabled: boolean }) {
  const { t } = useTranslation("deskItems");
  const say = useTrouble();
  const [found, setFound] = useState<{ csv: string; count: PoolCount }>();
  const [error, setError] = useState<unknown>();
  const look = async (file: File) => {
    setError(undefined);
    try {
      const csv = await file.text();
      setFound({ csv, count: await send(item._id, csv, true) });
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t("pool.title")}</h2>
        <span className={css.soft}>{t("freeCodes", { count: item.freeCodes })}</span>
      </div>
      <div className={css.stack}>
        <p className={css.soft}>{t("pool.text")}</p>
        {!disabled && (
          <label className={content.file}>
            <span className={content.fileLook}>
              <UploadIcon size={20} />
              {t("pool.upload")}
            </span>
            <input
              type="file"
              name="codes"
              accept=".csv,text/csv,text/plain"
              onChange={(event) => {
                const file = event.currentTarget.files?.[0];
                event.currentTarget.value = "";
                if (file) void look(file);
              }}
            />
          </label>
        )}
        {error !== undefined && <Note tone="plum">{say(error)}</Note>}
      </div>
      {found && <AddCodes id={item._id} {...found} onClose={() => setFound(undefined)} />}
    </section>
  );
}

/** What would be added, before it is. */
function AddCodes({
  id,
  csv,
  count,
  onClose,
}: {
  id: string;
  csv: string;
  count: PoolCount;
  onClose(): void;
}) {
  const { t } = useTranslation("deskItems");
  const { t: common } = useTranslation("desk");
  const say = useTrouble();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const add = async () => {
    setBusy(true);
    setError(undefined);
    try {
      const { added } = await send(id, csv, false);
      showToast(t("pool.added", { count: added }));
      contentChanged(items);
      await queryClient.invalidateQueries({ queryKey: oneOf(items, id).queryKey });
      onClose();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  const numbers = [
    [t("pool.new"), count.added],
    [t("pool.duplicates"), count.duplicates],
    [t("pool.free"), count.free],
  ] as const;
  return (
    <DeskDialog
      title={t("pool.check")}
      onClose={onClose}
      actions={
        <>
          <Button kind="quiet" small onClick={onClose}>
            {common("cancel")}
          </Button>
          <Button
            small
            disabled={count.added === 0}
            busy={busy && t("pool.adding")}
            onClick={() => void add()}
          >
            {t("pool.add", { count: count.added })}
          </Button>
        </>
      }
    >
      <div className={content.counts}>
        {numbers.map(([name, number]) => (
          <div key={name}>
            {name}
            <b>{formatPoints(number)}</b>
          </div>
        ))}
      </div>
      {error !== undefined && <Note tone="plum">{say(error)}</Note>}
    </DeskDialog>
  );
}
