import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { components } from "../../../api/schema";
import { formatPoints } from "../../../i18n/format";
import { Button } from "../../../kit/buttons/Button";
import { showToast } from "../../../kit/dialog/Toaster";
import { Badge, Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { AdminDialog } from "../AdminDialog";
import { DataTable } from "../DataTable";
import { useErrorText } from "../errorText";
import { FileCounts } from "../FileOutcome";
import { useLocalPages } from "../pages";
import { Filter } from "../Tools";
import type { PoolFile, PoolSender } from "./PoolFilePick";

type Fate = components["schemas"]["PoolRow"]["fate"];

const TONES = { new: "leaf", known: "plain", elsewhere: "plum", repeated: "plain", invalid: "plum" } as const;
const FATES = ["", "new", "known", "elsewhere", "repeated", "invalid"] as const;

interface AddCodesProps {
  /** The file and its dry run. */
  found: PoolFile;
  send: PoolSender;
  /** Refreshes what shows the pool. */
  onAdded(): Promise<unknown>;
  onClose(): void;
}

/** Dry run: shows the result of each row before the import. */
export function AddCodes({ found: { csv, answer }, send, onAdded, onClose }: AddCodesProps) {
  const { t } = useTranslation("adminItems");
  const { t: common } = useTranslation("admin");
  const say = useErrorText();
  const invalid = answer.invalid ?? 0;
  const elsewhere = answer.rows?.filter(({ fate }) => fate === "elsewhere").length ?? 0;
  const repeated = answer.rows?.filter(({ fate }) => fate === "repeated").length ?? 0;
  const [shown, setShown] = useState<Fate | "">(invalid > 0 ? "invalid" : elsewhere > 0 ? "elsewhere" : "");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const rows = answer.rows?.filter(({ fate }) => shown === "" || fate === shown) ?? [];
  const pages = useLocalPages(shown, { data: rows, isError: false, refetch: () => {} });
  const add = async () => {
    setBusy(true);
    setError(undefined);
    try {
      const { added } = await send(csv, false);
      showToast(t("pool.added", { count: added }));
      await onAdded();
      onClose();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  const numbers = [
    [t("pool.new"), answer.added],
    // The server also counts repeats within the file as known; the table shows both separately.
    [t("pool.duplicates"), answer.duplicates - repeated],
    [t("pool.fates.repeated"), repeated],
    [t("pool.free"), answer.free],
  ] as const;
  return (
    <AdminDialog
      wide
      title={t("pool.check")}
      onClose={onClose}
      actions={
        <>
          <Button kind="quiet" small onClick={onClose}>
            {common("cancel")}
          </Button>
          <Button
            small
            disabled={answer.added === 0 || invalid > 0 || elsewhere > 0}
            busy={busy && t("pool.adding")}
            onClick={() => void add()}
          >
            {t("pool.add", { count: answer.added })}
          </Button>
        </>
      }
    >
      <div className={css.stack}>
        <FileCounts numbers={numbers} />
        {invalid > 0 && <Note tone="plum">{t("pool.invalid", { count: invalid })}</Note>}
        {elsewhere > 0 && <Note tone="plum">{t("pool.elsewhere", { count: elsewhere })}</Note>}
        <div className={css.tools}>
          <Filter
            label={t("pool.fate")}
            value={shown}
            options={FATES.map((value) => ({ value, label: t(`pool.fates.${value || "all"}`) }))}
            onChoose={(value) => setShown(value)}
          />
        </div>
        <DataTable
          label={t("pool.rows")}
          pages={pages}
          rowKey={({ line }) => String(line)}
          failed={t("failed")}
          empty={{ title: t("pool.noRows"), text: t("pool.noRowsText") }}
          columns={[
            { key: "line", head: t("pool.line"), end: true, cell: (row) => formatPoints(row.line) },
            {
              key: "code",
              head: t("pool.code"),
              cell: (row) => <span className={css.mono}>{row.code}</span>,
            },
            {
              key: "fate",
              head: t("pool.fate"),
              cell: ({ fate }) => (
                <Badge tone={TONES[fate]} dot={fate === "new"}>
                  {t(`pool.fates.${fate}`)}
                </Badge>
              ),
            },
          ]}
        />
        {error !== undefined && <Note tone="plum">{say(error)}</Note>}
      </div>
    </AdminDialog>
  );
}
