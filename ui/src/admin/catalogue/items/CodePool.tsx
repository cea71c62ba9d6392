import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/call";
import { queryClient } from "../../../api/queries";
import type { components } from "../../../api/schema";
import { formatPoints } from "../../../i18n/format";
import { Button } from "../../../kit/buttons/Button";
import { showToast } from "../../../kit/dialog/Toaster";
import { Badge, Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { ActionDialog } from "../../kit/ActionDialog";
import { AdminDialog } from "../../kit/AdminDialog";
import { DataTable } from "../../kit/DataTable";
import { contentChanged, type Item, items, oneOf } from "../../kit/editor/kinds";
import { useErrorText } from "../../kit/errorText";
import { FileCounts } from "../../kit/FileOutcome";
import { FilePick } from "../../kit/FilePick";
import { useLocalPages } from "../../kit/pages";
import { Filter } from "../../kit/Tools";
import { MOST_MB } from "../../kit/textFile";
import { ENCODINGS, type Encoding, readFile, type Unread } from "./codeFile";

type PoolAnswer = components["schemas"]["PoolAnswer"];
type PoolRow = components["schemas"]["PoolRow"];
type Fate = PoolRow["fate"];

const send = (id: string, body: string, dryRun: boolean) =>
  call("post", "/api/admin/items/{id}/codes", { path: { id }, query: { dryRun }, body });

/** The partner's own codes: the number of free codes, and an import with a dry run. */
export function CodePool({ item, disabled }: { item: Item; disabled: boolean }) {
  const { t } = useTranslation("adminItems");
  const say = useErrorText();
  const [encoding, setEncoding] = useState<Encoding>("utf-8");
  const [found, setFound] = useState<{ csv: string; answer: PoolAnswer }>();
  const [busy, setBusy] = useState(false);
  const [unread, setUnread] = useState<Unread>();
  const [error, setError] = useState<unknown>();
  const look = async (file: File) => {
    setError(undefined);
    setUnread(undefined);
    setBusy(true);
    try {
      const read = await readFile(file, encoding);
      if ("unread" in read) setUnread(read.unread);
      else setFound({ csv: read.text, answer: await send(item._id, read.text, true) });
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
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
          <div className={css.actions}>
            <FilePick
              name="codes"
              accept=".csv,.txt,text/csv,text/plain"
              disabled={busy}
              onPick={(file) => void look(file)}
            >
              {busy ? t("pool.reading") : t("pool.upload")}
            </FilePick>
            <Filter
              label={t("pool.encoding")}
              value={encoding}
              options={ENCODINGS.map((value) => ({ value, label: t(`pool.encodings.${value}`) }))}
              onChoose={(value) => setEncoding(value)}
            />
            {item.freeCodes > 0 && <Withdraw item={item} />}
          </div>
        )}
        {unread && <Note tone="plum">{t(`pool.unread.${unread}`, { mb: MOST_MB })}</Note>}
        {error !== undefined && <Note tone="plum">{say(error)}</Note>}
      </div>
      {found && <AddCodes id={item._id} {...found} onClose={() => setFound(undefined)} />}
    </section>
  );
}

/** Withdraws the codes that no member has, such as after an upload of the wrong file. */
function Withdraw({ item }: { item: Item }) {
  const { t } = useTranslation("adminItems");
  const [asking, setAsking] = useState(false);
  const withdraw = async () => {
    const { removed } = await call("delete", "/api/admin/items/{id}/codes", { path: { id: item._id } });
    contentChanged(items);
    setAsking(false);
    showToast(t("pool.withdraw.done", { count: removed }));
  };
  return (
    <>
      <Button kind="refuse" small onClick={() => setAsking(true)}>
        {t("pool.withdraw.open")}
      </Button>
      {asking && (
        <ActionDialog
          title={t("pool.withdraw.title", { count: item.freeCodes })}
          submit={t("pool.withdraw.submit")}
          busy={t("pool.withdraw.busy")}
          onClose={() => setAsking(false)}
          act={withdraw}
        >
          <p>{t("pool.withdraw.text")}</p>
        </ActionDialog>
      )}
    </>
  );
}

const TONES = { new: "leaf", known: "plain", elsewhere: "plum", repeated: "plain", invalid: "plum" } as const;
const FATES = ["", "new", "known", "elsewhere", "repeated", "invalid"] as const;

/** Dry run: shows the result of each row before the import. */
function AddCodes({
  id,
  csv,
  answer,
  onClose,
}: {
  id: string;
  csv: string;
  answer: PoolAnswer;
  onClose(): void;
}) {
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
