import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Language } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { PrintIcon } from "../../../kit/icons/icons-admin";
import { Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { EditorPage } from "../../kit/editor/EditorPage";
import { type Campaign, campaigns, type Tagged } from "../../kit/editor/kinds";
import { LanguageTabs } from "../../kit/editor/LanguageTabs";
import { isComplete } from "../../kit/editor/localized";
import { NameField } from "../../kit/editor/NameField";
import { RecordLoader } from "../../kit/editor/RecordLoader";
import { useRecordForm } from "../../kit/editor/useRecordForm";
import { FileLink } from "../../kit/FileLink";
import { adminPaths } from "../../paths";
import { useMay } from "../../session";
import { CampaignFields } from "./CampaignFields";
import own from "./Campaigns.module.css";
import { Codes } from "./Codes";
import { posterCodeQuery, posterFile } from "./codes";
import { Exposure } from "./Exposure";
import { FusePanel } from "./FusePanel";
import { campaignForm, checkCampaign, tidyCampaign } from "./form";
import { Poster } from "./Poster";
import { Scans } from "./Scans";

/** The editor of one campaign, its codes and its poster. */
export function CampaignEditor() {
  const { t } = useTranslation("adminCampaigns");
  return (
    <RecordLoader kind={campaigns} title={t("edit")} back={{ to: adminPaths.campaigns, label: t("title") }}>
      {(saved) => <Form key={saved?.record._id ?? "new"} saved={saved} />}
    </RecordLoader>
  );
}

function Form({ saved }: { saved: Tagged<Campaign> | undefined }) {
  const { t } = useTranslation("adminCampaigns");
  const mayWrite = useMay("runProgramme");
  const id = saved?.record._id;
  // Single-use codes are masked for read-only roles, and a masked code cannot be printed.
  const printed = mayWrite || saved?.record.shared === true;
  const code = useQuery({ ...posterCodeQuery(id ?? ""), enabled: id !== undefined && printed }).data?.text;
  const { editor, language, setLanguage, name, error, check } = useRecordForm({
    kind: campaigns,
    saved,
    form: campaignForm,
    tidy: tidyCampaign,
    check: checkCampaign,
    list: adminPaths.campaigns,
    nameOf: (record) => record.name,
    said: (isNew, name) => t(isNew ? "created" : "saved", { name }),
  });
  const { draft, set } = editor;
  const complete = (one: Language) =>
    one === "en" ? draft.name.en.trim() !== "" : isComplete([draft.name], one);
  return (
    <EditorPage
      kind={campaigns}
      editor={editor}
      id={id}
      title={name ?? t("add")}
      back={{ to: adminPaths.campaigns, label: t("title") }}
      mayWrite={mayWrite}
      label={(key) => t(`fields.${fieldName(key)}`)}
      check={check}
      complete={complete}
      more={
        id &&
        code && (
          <>
            <FileLink href={posterFile(id, "pdf")} label={t("posterAs", { format: "PDF" })}>
              PDF
            </FileLink>
            <FileLink href={posterFile(id, "svg")} label={t("posterAs", { format: "SVG" })}>
              SVG
            </FileLink>
            <Button kind="quiet" small icon={<PrintIcon size={20} />} onClick={() => window.print()}>
              {t("print")}
            </Button>
          </>
        )
      }
    >
      <div className={own.split}>
        <div>
          <section className={css.panel}>
            <LanguageTabs chosen={language} onChoose={setLanguage} complete={complete}>
              <NameField
                name="name"
                label={t("fields.name")}
                value={draft.name}
                language={language}
                disabled={!mayWrite}
                error={error}
                onChange={(name) => set({ name })}
              />
            </LanguageTabs>
          </section>
          <section className={css.panel}>
            <CampaignFields draft={draft} set={set} error={error} disabled={!mayWrite} isNew={!saved} />
          </section>
          <Exposure draft={draft} saved={saved?.record} />
          {saved && <Codes campaign={saved.record} disabled={!mayWrite} />}
          {id && <Scans id={id} />}
          {id && <FusePanel id={id} disabled={!mayWrite} />}
          <div className={own.foot}>
            <Note>{t("closing")}</Note>
          </div>
        </div>
        <div>
          <div className={own.posterBox}>
            <Poster campaign={draft} code={code} label={t("poster")} />
          </div>
        </div>
      </div>
    </EditorPage>
  );
}

const FIELDS = [
  "name",
  "points",
  "perMember",
  "total",
  "validFrom",
  "validUntil",
  "shared",
  "active",
] as const;

function fieldName(key: string): (typeof FIELDS)[number] | "other" {
  return FIELDS.find((name) => name === key.split(".")[0]) ?? "other";
}
