import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../api/call";
import { queryClient } from "../../api/queries";
import { Button } from "../../components/Button";
import { Field } from "../../components/Field";
import { Badge, Note } from "../../components/Paper";
import { showToast } from "../../components/Toaster";
import { formatDateTime } from "../../i18n/format";
import { useLanguage } from "../../i18n/language";
import { DataTable } from "../components/DataTable";
import { CsvLink, FileLink } from "../components/FileLink";
import { usePages } from "../components/pages";
import { Filter } from "../components/Tools";
import { useTrouble } from "../components/trouble";
import { type Campaign, campaigns, contentChanged, oneOf } from "../content/kinds";
import css from "../desk.module.css";
import { DESK } from "../session";
import { type Code, codesFile, codesKey, codesPath, makeCodes } from "./codes";

const MOST = 10_000;
/** As many as one sheet takes. */
const SHEET = 2_000;
const STATES = ["", "free", "claimed"] as const;

/** The codes of a campaign: made, listed with what became of each, handed out as files. */
export function Codes({ campaign, disabled }: { campaign: Campaign; disabled: boolean }) {
  const { t } = useTranslation("deskCampaigns");
  const { _id: id, shared = false } = campaign;
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t("codes.title")}</h2>
        {campaign.codes > 0 && (
          <>
            {shared && <FileLink href={codesFile(id, "png")}>PNG</FileLink>}
            {!shared && (
              <FileLink href={codesFile(id, "pdf")} label={t("codes.sheetAs", { format: "PDF" })}>
                PDF
              </FileLink>
            )}
            <FileLink
              href={codesFile(id, "svg")}
              {...(shared ? {} : { label: t("codes.sheetAs", { format: "SVG" }) })}
            >
              SVG
            </FileLink>
          </>
        )}
      </div>
      <div className={css.stack}>
        {!shared && campaign.codes > SHEET && <p className={css.soft}>{t("codes.sheetLimit")}</p>}
        {campaign.codes > 0 && <CodeList id={id} shared={shared} />}
        {!disabled && (!shared || campaign.codes === 0) && <MakeCodes id={id} shared={shared} />}
      </div>
    </section>
  );
}

function CodeList({ id, shared }: { id: string; shared: boolean }) {
  const { t } = useTranslation("deskCampaigns");
  const language = useLanguage();
  const [state, setState] = useState<(typeof STATES)[number]>("");
  const pages = usePages<Code>([...codesKey(id), state], (asked, told) =>
    call("get", "/api/admin/campaigns/{id}/codes", {
      path: { id },
      query: { ...asked, ...(state ? { state } : {}) },
      ...told,
    }),
  );
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
          <CsvLink path={codesPath(id)} query={{ state }} of={t("codes.title")} />
        </div>
      )}
      <DataTable
        label={t("codes.title")}
        pages={pages}
        rowKey={({ _id }) => _id}
        failed={t("codes.failed")}
        empty={{ title: t("codes.none"), text: t("codes.noneText") }}
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
          {
            key: "file",
            head: t("codes.picture"),
            hidden: true,
            end: true,
            cell: (row) => (
              <a
                className={css.quietLink}
                href={codesFile(id, "png", row._id)}
                aria-label={t("codes.pictureOf", { code: row.text })}
                download
              >
                PNG
              </a>
            ),
          },
        ]}
      />
    </>
  );
}

function MakeCodes({ id, shared }: { id: string; shared: boolean }) {
  const { t } = useTranslation("deskCampaigns");
  const say = useTrouble();
  const [count, setCount] = useState("100");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const wanted = shared ? 1 : Number(count);
  const make = async () => {
    setBusy(true);
    setError(undefined);
    try {
      const made = await makeCodes(id, wanted);
      showToast(t("codes.made", { count: made.codes.length }));
      contentChanged(campaigns);
      await queryClient.invalidateQueries({ queryKey: [DESK, ...codesKey(id)] });
      await queryClient.invalidateQueries({ queryKey: oneOf(campaigns, id).queryKey });
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Field
        name="count"
        label={shared ? t("codes.one") : t("codes.count")}
        hint={t(shared ? "codes.sharedHint" : "codes.singleHint")}
        inputMode="numeric"
        autoComplete="off"
        value={shared ? "1" : count}
        disabled={shared}
        clean={(typed) => typed.replace(/\D/g, "").slice(0, 5)}
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
