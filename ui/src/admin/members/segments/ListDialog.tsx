import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints, formatShortId } from "../../../i18n/format";
import { Button } from "../../../kit/buttons/Button";
import { showToast } from "../../../kit/dialog/Toaster";
import { Field } from "../../../kit/form/Field";
import { Badge, Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { FormDialog } from "../../kit/AdminDialog";
import { useErrorText } from "../../kit/errorText";
import { FileCounts, FileRows } from "../../kit/FileOutcome";
import { TextArea } from "../../kit/Inputs";
import { RowFilePick } from "../../kit/RowFilePick";
import { useAction } from "../../kit/useAction";
import { useRowFile } from "../../kit/useRowFile";
import { addList, type ListDryRun, replaceList, type Segment, segmentsChanged, tryList } from "./segments";

const SAMPLE = "member\r\nalice@example.org\r\n61234567\r\n";
const CODES = ["unknown_member", "member_inactive", "twice_in_file"] as const;

interface ListDialogProps {
  /** The list whose members are replaced; a new list without it. */
  of?: { segment: Segment; etag: string };
  onClose(): void;
  onSaved(segment: Segment): void;
}

/** Saves a list of members, typed or from a file: a dry run first, which tells the rows that are left out. */
export function ListDialog({ of, onClose, onSaved }: ListDialogProps) {
  const { t } = useTranslation("adminSegments");
  const say = useErrorText();
  const file = useRowFile(tryList);
  const [typed, setTyped] = useState("");
  const [name, setName] = useState("");
  const [tried, setTried] = useState(false);
  const { busy, error: refused, run } = useAction();
  const { dry } = file;
  const error = refused ?? file.error;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!dry || dry.good === 0 || (!of && !name.trim())) return;
    void run(async () => {
      const saved = of
        ? await replaceList(of.segment._id, of.etag, dry.csv)
        : await addList(name.trim(), dry.csv);
      await segmentsChanged();
      showToast(t("list.saved"));
      onSaved(saved);
    });
  };
  return (
    <FormDialog
      wide
      title={of ? t("list.replaceTitle", { name: of.segment.name }) : t("list.title")}
      submit={t("list.save", { count: dry?.good ?? 0, members: formatPoints(dry?.good ?? 0) })}
      disabled={!dry || dry.good === 0}
      busy={busy && t("list.saving")}
      onClose={onClose}
      onSubmit={submit}
    >
      <div className={css.stack}>
        <p className={css.soft}>{t("list.format")}</p>
        <TextArea name="rows" label={t("list.rows")} rows={4} value={typed} onChange={setTyped} />
        <div>
          <Button
            kind="quiet"
            small
            disabled={!typed.trim()}
            onClick={() => void file.look({ name: "", bytes: bytesOf(typed) })}
          >
            {t("list.check")}
          </Button>
        </div>
        <p className={css.soft}>{t("list.or")}</p>
        <RowFilePick name="list" file={file} samples={[{ name: "kapok-list-sample", text: SAMPLE }]} />
        {dry && <ListRows dry={dry} />}
        {dry && !of && (
          <Field
            name="name"
            label={t("list.name")}
            required
            maxLength={80}
            autoComplete="off"
            value={name}
            error={tried && !name.trim() ? t("list.nameRequired") : undefined}
            onChange={setName}
          />
        )}
        {error !== undefined && <Note tone="plum">{typeof error === "string" ? error : say(error)}</Note>}
      </div>
    </FormDialog>
  );
}

const bytesOf = (text: string) => Uint8Array.from(new TextEncoder().encode(text)).buffer;

/** The result of each row; those that are left out come first. */
function ListRows({ dry: { good, bad, rows } }: { dry: ListDryRun }) {
  const { t } = useTranslation("adminSegments");
  const note = good === 0 ? t("list.none") : bad > 0 && t("list.left");
  return (
    <>
      <FileCounts
        numbers={[
          [t("list.good"), good],
          [t("list.bad"), bad],
        ]}
      />
      {note && <Note>{note}</Note>}
      <FileRows
        label={t("list.rows")}
        rows={rows}
        isBad={({ code }) => Boolean(code)}
        columns={[
          { key: "line", head: t("list.line"), end: true, soft: true, cell: ({ line }) => line },
          {
            key: "member",
            head: t("list.member"),
            cell: ({ identifier, shortId }) => (
              <>
                {identifier}
                {shortId && <span className={css.two}>{formatShortId(shortId)}</span>}
              </>
            ),
          },
          {
            key: "fate",
            head: t("list.fate"),
            cell: ({ code }) => {
              const known = CODES.find((one) => one === code);
              return known ? (
                <span className={css.late}>{t(`codes.${known}`)}</span>
              ) : (
                <Badge tone="leaf">{t("list.fine")}</Badge>
              );
            },
          },
        ]}
        more={(count) => t("list.more", { count })}
      />
    </>
  );
}
