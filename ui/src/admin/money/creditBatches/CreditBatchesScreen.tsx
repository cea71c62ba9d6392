import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/call";
import { formatDateTime, formatPoints } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { UploadIcon } from "../../../kit/icons/icons-admin";
import { EmptySheet } from "../../../kit/loading/EmptyPlaces";
import { Badge } from "../../../kit/screen/Paper";
import text from "../../../kit/styles/text.module.css";
import css from "../../admin.module.css";
import { AdminPage } from "../../kit/AdminPage";
import type { Column } from "../../kit/DataTable";
import { CsvLink } from "../../kit/FileLink";
import { usePages } from "../../kit/pages";
import { RecordList } from "../../kit/RecordList";
import { useMay } from "../../session";
import { BatchRowsDialog } from "./BatchRowsDialog";
import type { Batch } from "./creditBatches";
import { NewBatchDialog } from "./NewBatchDialog";
import { UndoDialog } from "./UndoDialog";

/** The list of credit batches: points for many members at once. */
export function CreditBatchesScreen() {
  const { t } = useTranslation("adminCredits");
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
    <AdminPage
      title={t("title")}
      line={t("line")}
      extra={<CsvLink path="/api/admin/credits" />}
      actions={bring}
    >
      <RecordList
        label={t("title")}
        pages={pages}
        columns={useColumns(setOpened, mayGive ? setUndoing : undefined)}
        failed={t("failed")}
        empty={{ picture: <EmptySheet />, title: t("empty.title"), text: t("empty.text"), action: bring }}
      />
      {bringing && <NewBatchDialog onClose={() => setBringing(false)} />}
      {opened && <BatchRowsDialog batch={opened} onClose={() => setOpened(undefined)} />}
      {undoing && <UndoDialog batch={undoing} onClose={() => setUndoing(undefined)} />}
    </AdminPage>
  );
}

function useColumns(
  onOpen: (batch: Batch) => void,
  onUndo: ((batch: Batch) => void) | undefined,
): Column<Batch>[] {
  const { t } = useTranslation("adminCredits");
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
