import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { formatDateTime, formatPoints } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { Button, ButtonLink } from "../../../kit/buttons/Button";
import css from "../../admin.module.css";
import { AdminPage } from "../../kit/AdminPage";
import { DataTable } from "../../kit/DataTable";
import { CsvLink } from "../../kit/FileLink";
import { useLocalPages } from "../../kit/pages";
import { adminPaths, newPath, recordPath } from "../../paths";
import { useMay } from "../../session";
import { ListDialog } from "./ListDialog";
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
  const pages = useLocalPages<Segment>("segments", useQuery(segmentsQuery()));
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
  return (
    <AdminPage
      title={t("title")}
      line={t("line")}
      {...(mayRead ? { back: { to: adminPaths.members, label: t("members") } } : {})}
      actions={
        <>
          <CsvLink path="/api/admin/segments" of={t("title")} />
          {mayList && (
            <Button kind="quiet" small onClick={() => setListing(true)}>
              {t("list.add")}
            </Button>
          )}
          {mayWrite && (
            <ButtonLink small to={newPath(adminPaths.segments)}>
              {t("add")}
            </ButtonLink>
          )}
        </>
      }
    >
      <section className={`${css.panel} ${css.list}`}>
        <DataTable
          label={t("title")}
          pages={pages}
          rowKey={({ _id }) => _id}
          failed={t("failed")}
          empty={{ title: t("empty.title"), text: t("empty.text") }}
          columns={[
            {
              key: "name",
              head: t("segment"),
              names: true,
              cell: (segment) => (
                <>
                  <Link className={css.open} to={recordPath(adminPaths.segments, segment._id)}>
                    {segment.name}
                  </Link>
                  <span className={css.two}>
                    {segment.list ? t("list.badge") : words.summary(segment.conditions)}
                  </span>
                </>
              ),
            },
            {
              key: "members",
              head: t("members"),
              end: true,
              cell: ({ members }) => <b>{typeof members === "number" ? formatPoints(members) : "–"}</b>,
            },
            { key: "used", head: t("usedBy"), from: "medium", soft: true, cell: (one) => uses(one) || "–" },
            {
              key: "counted",
              head: t("counted"),
              from: "wide",
              soft: true,
              cell: ({ counted }) => (counted ? formatDateTime(counted, language) : "–"),
            },
          ]}
        />
      </section>
      {listing && (
        <ListDialog
          onClose={() => setListing(false)}
          onSaved={({ _id }) => navigate(recordPath(adminPaths.segments, _id))}
        />
      )}
    </AdminPage>
  );
}
