import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/call";
import { formatDateTime, formatPoints } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { showToast } from "../../../kit/dialog/Toaster";
import { EmptySearch } from "../../../kit/loading/EmptyPictures";
import { Badge } from "../../../kit/screen/Paper";
import text from "../../../kit/styles/text.module.css";
import css from "../../admin.module.css";
import { type Column, DataTable } from "../../kit/DataTable";
import { CsvLink } from "../../kit/FileLink";
import { usePages } from "../../kit/pages";
import { ReasonDialog } from "../../kit/ReasonDialog";
import { SearchBox } from "../../kit/Tools";
import { MemberLink } from "../../members/MemberLink";
import { fullName } from "../../members/names";
import { useMay } from "../../session";
import { type Scan, scanListKey, scansChanged, takeBack } from "./scans";

/** The scans of a campaign one by one, each of which can be taken back. The server audits who reads them. */
export function ScanList({ id }: { id: string }) {
  const { t } = useTranslation("adminCampaigns");
  const [open, setOpen] = useState(false);
  const [q, setQ] = useState("");
  if (!useMay("readBooks")) return null;
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t("scanList.title")}</h2>
        {open ? (
          <CsvLink
            path="/api/admin/campaign-scans"
            query={{ campaign: id, ...(q && { q }) }}
            of={t("scanList.title")}
          />
        ) : (
          <Button kind="quiet" small onClick={() => setOpen(true)}>
            {t("scanList.show")}
          </Button>
        )}
      </div>
      <div className={css.stack}>
        {open ? <List id={id} q={q} onSearch={setQ} /> : <p className={css.soft}>{t("scanList.text")}</p>}
      </div>
    </section>
  );
}

interface ListProps {
  id: string;
  /** The member who is searched for. */
  q: string;
  onSearch(q: string): void;
}

function List({ id, q, onSearch }: ListProps) {
  const { t } = useTranslation("adminCampaigns");
  const language = useLanguage();
  const mayTake = useMay("adjustPoints");
  const [taking, setTaking] = useState<Scan>();
  const pages = usePages<Scan>([...scanListKey(id), q], (asked, told) =>
    call("get", "/api/admin/campaign-scans", {
      query: { ...asked, campaign: id, ...(q ? { q } : {}) },
      ...told,
    }),
  );
  const action: Column<Scan> = {
    key: "action",
    head: t("scanList.action"),
    hidden: true,
    end: true,
    cell: (scan) =>
      !scan.takenBack && (
        <Button kind="quiet" small onClick={() => setTaking(scan)}>
          <span aria-hidden="true">{t("scanList.takeBack")}</span>
          <span className={text.sr}>
            {t("scanList.takeBackOf", {
              name: fullName(scan.member),
              when: formatDateTime(scan.created, language),
            })}
          </span>
        </Button>
      ),
  };
  return (
    <>
      <div className={css.tools}>
        <SearchBox label={t("scanList.search")} value={q} onSearch={onSearch} />
      </div>
      <DataTable
        label={t("scanList.title")}
        pages={pages}
        rowKey={({ _id }) => _id}
        failed={t("scanList.failed")}
        empty={{ picture: <EmptySearch />, title: t("scanList.empty"), text: t("scanList.emptyText") }}
        columns={[
          {
            key: "member",
            head: t("scanList.member"),
            cell: (scan) => (
              <>
                <MemberLink member={scan.member} />
                <span className={css.two}>{formatDateTime(scan.created, language)}</span>
              </>
            ),
          },
          { key: "gave", head: t("scanList.gave"), cell: (scan) => <Gave scan={scan} /> },
          { key: "state", head: t("scanList.state"), cell: (scan) => <State scan={scan} /> },
          ...(mayTake ? [action] : []),
        ]}
      />
      {taking && <TakeBackDialog scan={taking} onClose={() => setTaking(undefined)} />}
    </>
  );
}

function Gave({ scan: { gift, points } }: { scan: Scan }) {
  const { t } = useTranslation("adminCampaigns");
  return (
    <>{gift ? t(`gifts.${gift}`) : t("scanList.points", { count: points, shown: formatPoints(points) })}</>
  );
}

function State({ scan: { takenBack } }: { scan: Scan }) {
  const { t } = useTranslation("adminCampaigns");
  const language = useLanguage();
  if (!takenBack) return <Badge tone="leaf">{t("scanList.counts")}</Badge>;
  return (
    <>
      <Badge tone="pollen" dot={false}>
        {t("scanList.takenBack")}
      </Badge>
      <span className={css.two}>
        {t("scanList.by", { name: takenBack.by, when: formatDateTime(takenBack.at, language) })}
      </span>
      {takenBack.reason && <span className={css.two}>{takenBack.reason}</span>}
    </>
  );
}

function TakeBackDialog({ scan, onClose }: { scan: Scan; onClose(): void }) {
  const { t } = useTranslation("adminCampaigns");
  return (
    <ReasonDialog
      title={t("scanList.ask")}
      submit={t("scanList.takeBack")}
      busy={t("scanList.busy")}
      hint={t("scanList.hint")}
      onClose={onClose}
      act={async (reason) => {
        await takeBack(scan._id, reason);
        showToast(t("scanList.done"));
        scansChanged(scan.campaign);
        onClose();
      }}
    >
      <p>{t(`scanList.what.${scan.gift ?? "points"}`)}</p>
      <p>{t("scanList.stays")}</p>
    </ReasonDialog>
  );
}
