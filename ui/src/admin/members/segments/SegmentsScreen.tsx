import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { formatDateTime, formatPoints } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { Button, ButtonLink } from "../../../kit/buttons/Button";
import { EmptySearch } from "../../../kit/loading/EmptyPictures";
import { EmptyBench } from "../../../kit/loading/EmptyWork";
import css from "../../admin.module.css";
import { AdminPage } from "../../kit/AdminPage";
import type { Column } from "../../kit/DataTable";
import { CsvLink } from "../../kit/FileLink";
import { useLocalPages } from "../../kit/pages";
import { RecordList } from "../../kit/RecordList";
import { SearchBox } from "../../kit/Tools";
import { useAddress } from "../../kit/useAddress";
import { adminPaths, newPath, recordPath } from "../../paths";
import { useMay } from "../../session";
import { changeWords, percent, shareOf } from "./figures";
import { ListDialog } from "./ListDialog";
import { Change, ShareOfAll } from "./SegmentFigures";
import { type Segment, segmentsQuery } from "./segments";
import { useSegmentWords } from "./useSegmentWords";

/** The saved groups of members, how many belong, and where each is used. */
export function SegmentsScreen() {
  const { t } = useTranslation("adminSegments");
  const language = useLanguage();
  const words = useSegmentWords();
  const mayWrite = useMay("writeContent");
  const mayRead = useMay("readMembers");
  const mayList = useMay("runProgramme");
  const navigate = useNavigate();
  const [listing, setListing] = useState(false);
  const { get, change } = useAddress();
  const said = ({ list, conditions }: Segment) => (list ? t("list.badge") : words.summary(conditions));
  const query = useQuery(segmentsQuery());
  const q = get("q").toLowerCase();
  const shown = query.data?.filter((one) => `${one.name} ${said(one)}`.toLowerCase().includes(q));
  const uses = ({ usedBy }: Segment) => {
    const count = (kind: string) => usedBy.filter((user) => user.kind === kind).length;
    const [announcements, rules, segments] = [count("announcement"), count("earningRule"), count("segment")];
    return [
      announcements > 0 && t("used.announcements", { count: announcements }),
      rules > 0 && t("used.rules", { count: rules }),
      segments > 0 && t("used.segments", { count: segments }),
    ]
      .filter(Boolean)
      .join(t("used.and"));
  };
  const columns: Column<Segment>[] = [
    {
      key: "name",
      head: t("segment"),
      by: ({ name }) => name,
      names: true,
      cell: (segment) => (
        <>
          <Link className={css.open} to={recordPath(adminPaths.segments, segment._id)}>
            {segment.name}
          </Link>
          <span className={css.two}>{said(segment)}</span>
        </>
      ),
    },
    {
      key: "members",
      head: t("members"),
      end: true,
      by: ({ members }) => members ?? undefined,
      cell: ({ members }) => <b>{typeof members === "number" ? formatPoints(members) : "–"}</b>,
    },
    {
      key: "change",
      head: t("change"),
      end: true,
      from: "small",
      by: ({ change }) => change ?? undefined,
      cell: ({ change }) => <Change of={change} />,
      below: ({ change }) => typeof change === "number" && t("changeBelow", { change: changeWords(change) }),
    },
    {
      key: "ofAll",
      head: t("ofAll"),
      from: "medium",
      by: shareOf,
      cell: (segment) => <ShareOfAll of={segment} />,
      below: (segment) => {
        const share = shareOf(segment);
        return share !== undefined && t("ofAllBelow", { share: percent(share) });
      },
    },
    {
      key: "used",
      head: t("usedBy"),
      from: "medium",
      soft: true,
      by: ({ usedBy }) => usedBy.length,
      cell: (one) => uses(one) || "–",
    },
    {
      key: "counted",
      head: t("counted"),
      from: "wide",
      soft: true,
      by: ({ counted }) => (counted ? Date.parse(counted) : undefined),
      cell: ({ counted }) => (counted ? formatDateTime(counted, language) : "–"),
    },
  ];
  const pages = useLocalPages(`segments ${q}`, { ...query, data: shown }, { columns });
  return (
    <AdminPage
      title={t("title")}
      line={t("line")}
      {...(mayRead ? { back: { to: adminPaths.members, label: t("members") } } : {})}
      extra={
        <>
          <CsvLink path="/api/admin/segments" of={t("title")} />
          {mayList && (
            <Button kind="quiet" small onClick={() => setListing(true)}>
              {t("list.add")}
            </Button>
          )}
        </>
      }
      actions={
        mayWrite && (
          <ButtonLink small to={newPath(adminPaths.segments)}>
            {t("add")}
          </ButtonLink>
        )
      }
    >
      <RecordList
        tools={<SearchBox label={t("search")} value={get("q")} onSearch={(text) => change({ q: text })} />}
        label={t("title")}
        pages={pages}
        failed={t("failed")}
        empty={
          q
            ? { picture: <EmptySearch />, title: t("nothingFound.title"), text: t("nothingFound.text") }
            : { picture: <EmptyBench />, title: t("empty.title"), text: t("empty.text") }
        }
        columns={columns}
      />
      {listing && (
        <ListDialog
          onClose={() => setListing(false)}
          onSaved={({ _id }) => navigate(recordPath(adminPaths.segments, _id))}
        />
      )}
    </AdminPage>
  );
}
