import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/call";
import { queryClient } from "../../../api/queries";
import { formatDateTime } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { showToast } from "../../../kit/dialog/Toaster";
import { EmptySearch } from "../../../kit/loading/EmptyPictures";
import { Badge, Note } from "../../../kit/screen/Paper";
import text from "../../../kit/styles/text.module.css";
import css from "../../admin.module.css";
import { type Column, DataTable } from "../../kit/DataTable";
import { type Campaign, campaigns, contentChanged, oneOf } from "../../kit/editor/kinds";
import { useErrorText } from "../../kit/errorText";
import { FileLink, HeldCsv, HeldFile } from "../../kit/FileLink";
import { NumberField } from "../../kit/NumberField";
import { usePages } from "../../kit/pages";
import { Filter } from "../../kit/Tools";
import { ADMIN, useMay } from "../../session";
import { type Code, codesFile, codesKey, codesPath, makeCodes } from "./codes";

const MOST = 10_000;
/** Maximum codes on one sheet. */
const SHEET = 2_000;
const STATES = ["", "free", "claimed"] as const;

/** The codes of a campaign: create them, list them with their state, download them. */
export function Codes({ campaign, disabled }: { campaign: Campaign; disabled: boolean }) {
  const { t } = useTranslation("adminCampaigns");
  const { _id: id, shared = false } = campaign;
  // A single-use code is worth its points to anybody who has it.
  const mayIssue = useMay("runProgramme");
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t("codes.title")}</h2>
        {campaign.codes > 0 &&
          (shared ? <SharedFiles id={id} /> : mayIssue && <Sheets id={id} codes={campaign.codes} />)}
      </div>
      <div className={css.stack}>
        {!shared && !mayIssue && <Note>{t("codes.masked")}</Note>}
        {!shared && mayIssue && campaign.codes > SHEET && <p className={css.soft}>{t("codes.sheetLimit")}</p>}
        {campaign.codes > 0 && <CodeList id={id} shared={shared} files={shared || mayIssue} />}
        {!disabled && (!shared || campaign.codes === 0) && <MakeCodes campaign={campaign} />}
      </div>
    </section>
  );
}

function SharedFiles({ id }: { id: string }) {
  return (
    <>
      <FileLink href={codesFile(id, "png")}>PNG</FileLink>
      <FileLink href={codesFile(id, "svg")}>SVG</FileLink>
    </>
  );
}

/** Sheets of codes to print and cut. */
function Sheets({ id, codes }: { id: string; codes: number }) {
  const { t } = useTranslation("adminCampaigns");
  const [sheet, setSheet] = useState("1");
  const numbers = Array.from({ length: Math.ceil(codes / SHEET) }, (_, before) => String(before + 1));
  return (
    <>
      {numbers.length > 1 && (
        <Filter
          label={t("codes.sheet")}
          value={sheet}
          options={numbers.map((value) => ({
            value,
            label: t("codes.sheetOf", { number: value, count: numbers.length }),
          }))}
          onChoose={setSheet}
        />
      )}
      {(["pdf", "svg"] as const).map((format) => (
        <HeldFile
          key={format}
          href={codesFile(id, format, { sheet })}
          name={numbers.length > 1 ? `codes-${sheet}.${format}` : `codes.${format}`}
          type={format === "pdf" ? "application/pdf" : "image/svg+xml"}
        >
          <span aria-hidden="true">{format.toUpperCase()}</span>
          <span className={text.sr}>{t("codes.sheetAs", { format: format.toUpperCase() })}</span>
        </HeldFile>
      ))}
    </>
  );
}

interface CodeListProps {
  id: string;
  shared: boolean;
  /** True if the viewer may download files. */
  files: boolean;
}

function CodeList({ id, shared, files }: CodeListProps) {
  const { t } = useTranslation("adminCampaigns");
  const language = useLanguage();
  const [state, setState] = useState<(typeof STATES)[number]>("");
  const pages = usePages<Code>([...codesKey(id), state], (asked, told) =>
    call("get", "/api/admin/campaigns/{id}/codes", {
      path: { id },
      query: { ...asked, ...(state ? { state } : {}) },
      ...told,
    }),
  );
  const picture: Column<Code> = {
    key: "file",
    head: t("codes.picture"),
    hidden: true,
    end: true,
    cell: (row) => (
      <a
        className={css.quietLink}
        href={codesFile(id, "png", { code: row._id })}
        aria-label={t("codes.pictureOf", { code: row.text })}
        download
      >
        PNG
      </a>
    ),
  };
  return (
    <>
      {!shared && (
        <div className={css.tools}>
          <Filter
            label={t("codes.state")}
            value={state}
            options={STATES.map((value) => ({ value, label: t(`codes.states.${value || "all"}`) }))}
            onChoose={(value) => setState(value)}
          />
          {files && <HeldCsv path={codesPath(id)} query={{ state }} name="codes" of={t("codes.title")} />}
        </div>
      )}
      <DataTable
        label={t("codes.title")}
        pages={pages}
        rowKey={({ _id }) => _id}
        failed={t("codes.failed")}
        empty={{ picture: <EmptySearch />, title: t("codes.none"), text: t("codes.noneText") }}
        columns={[
          { key: "text", head: t("codes.text"), cell: (row) => <span className={css.mono}>{row.text}</span> },
          {
            key: "state",
            head: t("codes.state"),
            cell: (row) => (
              <Badge tone={row.state === "claimed" ? "plain" : "leaf"} dot={row.state !== "claimed"}>
                {t(`codes.states.${row.state}`)}
              </Badge>
            ),
          },
          {
            key: "claimed",
            head: t("codes.claimedAt"),
            soft: true,
            from: "medium",
            cell: (row) => (row.claimedAt ? formatDateTime(row.claimedAt, language) : "–"),
          },
          ...(files ? [picture] : []),
        ]}
      />
    </>
  );
}

function MakeCodes({ campaign }: { campaign: Campaign }) {
  const { _id: id, shared = false } = campaign;
  const { t } = useTranslation("adminCampaigns");
  const say = useErrorText();
  const [count, setCount] = useState("100");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const wanted = shared ? 1 : Number(count);
  const make = async () => {
    setBusy(true);
    setError(undefined);
    try {
      const made = await makeCodes(campaign, wanted);
      showToast(t("codes.made", { count: made.codes.length }));
      contentChanged(campaigns);
      await queryClient.invalidateQueries({ queryKey: [ADMIN, ...codesKey(id)] });
      await queryClient.invalidateQueries({ queryKey: oneOf(campaigns, id).queryKey });
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <NumberField
        name="count"
        label={shared ? t("codes.one") : t("codes.count")}
        hint={t(shared ? "codes.sharedHint" : "codes.singleHint")}
        value={shared ? "1" : count}
        disabled={shared}
        most={5}
        onChange={setCount}
        beside={
          <Button
            kind="quiet"
            small
            disabled={wanted < 1 || wanted > MOST}
            busy={busy && t("codes.making")}
            onClick={() => void make()}
          >
            {t("codes.make")}
          </Button>
        }
      />
      {error !== undefined && <Note tone="plum">{say(error)}</Note>}
    </>
  );
}
