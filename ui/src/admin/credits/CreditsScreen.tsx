import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../api/call";
import { Button } from "../../components/Button";
import { UploadIcon } from "../../components/icons-desk";
import { Badge } from "../../components/Paper";
import { formatDateTime, formatPoints } from "../../i18n/format";
import { useLanguage } from "../../i18n/language";
import text from "../../styles/text.module.css";
import type { Column } from "../components/DataTable";
import { DeskPage } from "../components/DeskPage";
import { CsvLink } from "../components/FileLink";
import { usePages } from "../components/pages";
import { RecordList } from "../components/RecordList";
import css from "../desk.module.css";
import { useMay } from "../session";
import { BringDialog } from "./BringDialog";
import type { Batch } from "./credits";
import { GivenDialog } from "./GivenDialog";
import { UndoDialog } from "./UndoDialog";

/** Points for many members at once, batch by batch. */
export function CreditsScreen() {
  const { t } = useTranslation("deskCredits");
  const mayGive = useMay("adjustPoints");
  const [bringing, setBringing] = useState(false);
  const [undoing, setUndoing] = useState<Batch>();
  const [opened, setOpened] = useState<Batch>();
  const pages = usePages<Batch>(["credits", "list"], (page, told) =>
    call("get", "/api/admin/credits", { query: page, ...told }),
  );
  const bring = mayGive && (
    <Button small icon={<UploadIcon size={20} />} onClick={() => setBringing(true)}>
      {t("bring")}
    </Button>
  );
  return (
    <DeskPage
      title={t("title")}
      line={t("line")}
      actions={
        <>
          <CsvLink path="/api/admin/credits" />
          {bring}
        </>
      }
    >
      <RecordList
        label={t("title")}
        pages={pages}
        columns={useColumns(setOpened, mayGive ? setUndoing : undefined)}
        failed={t("failed")}
        empty={{ title: t("empty.title"), text: t("empty.text"), action: bring }}
      />
      {bringing && <BringDialog onClose={() => setBringing(false)} />}
      {opened && <GivenDialog batch={opened} onClose={() => setOpened(undefined)} />}
      {undoing && <UndoDialog batch={undoing} onClose={() => setUndoing(undefined)} />}
    </DeskPage>
  );
}

function useColumns(
  onOpen: (batch: Batch) => void,
  onUndo: ((batch: Batch) => void) | undefined,
): Column<Batch>[] {
  const { t } = useTranslation("deskCredits");
  const language = useLanguage();
  return [
    {
      key: "name",
      head: t("name"),
      cell: (batch) => (
        <>
          <button type="button" className={text.link} onClick={() => onOpen(batch)}>
            {batch.name}
          </button>
          <span className={css.two}>{batch.actorName}</span>
        </>
      ),
    },
    { key: "rows", head: t("rows"), end: true, from: "small", cell: ({ rows }) => formatPoints(rows) },
    { key: "points", head: t("points"), end: true, cell: ({ points }) => <b>{formatPoints(points)}</b> },
    {
      key: "when",
      head: t("when"),
      soft: true,
      from: "medium",
      cell: ({ created }) => <span className={css.nowrap}>{formatDateTime(created, language)}</span>,
    },
    {
      key: "undo",
      head: t("undo"),
      hidden: true,
      end: true,
      cell: (batch) =>
        batch.undoneAt ? (
          <Badge tone="pollen" dot={false}>
            {t("undone")}
          </Badge>
        ) : (
          onUndo && (
            <Button kind="text" small onClick={() => onUndo(batch)}>
              {t("undo")}
            </Button>
          )
        ),
    },
  ];
}
