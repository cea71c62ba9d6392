import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Button } from "../../../kit/buttons/Button";
import { PrintIcon } from "../../../kit/icons/icons-admin";
import { Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { ContentEditor } from "../../kit/editor/ContentEditor";
import { NameField } from "../../kit/editor/fields";
import type { Campaign, CampaignInput } from "../../kit/editor/kinds";
import { FileLink } from "../../kit/FileLink";
import { useMay } from "../../session";
import { CampaignFields } from "./CampaignFields";
import own from "./Campaigns.module.css";
import { Codes } from "./Codes";
import { posterCodeQuery, posterFile } from "./codes";
import { Exposure } from "./Exposure";
import { FusePanel } from "./FusePanel";
import { campaignContent } from "./form";
import { Poster } from "./Poster";
import { ScanList } from "./ScanList";
import { Scans } from "./Scans";

/** The editor of one campaign, its codes and its poster. */
export function CampaignEditor() {
  const { t } = useTranslation("adminCampaigns");
  return (
    <ContentEditor
      of={campaignContent}
      columns={{ split: own.split, aside: undefined }}
      more={(record) => <PosterLinks record={record} />}
      texts={(form) => <NameField form={form} name="name" />}
      fields={(form) => {
        const { draft, disabled, record } = form;
        return (
          <>
            <section className={css.panel}>
              <CampaignFields form={form} />
            </section>
            <Exposure draft={draft} saved={record} />
            {record && (
              <>
                <Codes campaign={record} disabled={disabled} />
                <Scans id={record._id} />
                <ScanList id={record._id} />
                <FusePanel id={record._id} disabled={disabled} />
              </>
            )}
            <div className={own.foot}>
              <Note>{t("closing")}</Note>
            </div>
          </>
        );
      }}
      aside={({ draft, record }) => <PosterBox draft={draft} record={record} />}
    />
  );
}

/** The text of the code on the poster, if it may be printed. */
function usePosterCode(record: Campaign | undefined): string | undefined {
  // Single-use codes are masked for read-only roles, and a masked code cannot be printed.
  const printed = useMay(campaignContent.writers) || record?.shared === true;
  return useQuery({ ...posterCodeQuery(record?._id ?? ""), enabled: record !== undefined && printed }).data
    ?.text;
}

function PosterLinks({ record }: { record: Campaign }) {
  const { t } = useTranslation("adminCampaigns");
  if (!usePosterCode(record)) return null;
  return (
    <>
      {(["pdf", "svg"] as const).map((format) => (
        <FileLink
          key={format}
          href={posterFile(record._id, format)}
          label={t("posterAs", { format: format.toUpperCase() })}
        >
          {format.toUpperCase()}
        </FileLink>
      ))}
      <Button kind="quiet" small icon={<PrintIcon size={20} />} onClick={() => window.print()}>
        {t("print")}
      </Button>
    </>
  );
}

function PosterBox({ draft, record }: { draft: CampaignInput; record: Campaign | undefined }) {
  const { t } = useTranslation("adminCampaigns");
  return (
    <div className={own.posterBox}>
      <Poster campaign={draft} code={usePosterCode(record)} label={t("poster")} />
    </div>
  );
}
