import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Loaded } from "../../../kit/loading/States";
import { Badge } from "../../../kit/screen/Paper";
import { useMedia } from "../../../kit/screen/useMedia";
import css from "../../admin.module.css";
import { Drawer } from "../../kit/AdminDialog";
import { AlarmDetail } from "./AlarmDetail";
import own from "./Alarms.module.css";
import { alarmQuery, TONES } from "./alarms";

/** Below this width an alarm does not fit beside the list. */
const NARROW = "(max-width: 1000px)";

interface AlarmPaneProps {
  /** The id of the alarm; empty for none. */
  id: string;
  onClose(): void;
  onDecided(): void;
}

/** One alarm beside the list, or over it on narrow screens. */
export function AlarmPane({ id, onClose, onDecided }: AlarmPaneProps) {
  const { t } = useTranslation("adminAlarms");
  const narrow = useMedia(NARROW);
  const found = useQuery({ ...alarmQuery(id), enabled: id !== "" });
  if (!id) {
    return narrow ? null : (
      <aside className={`${css.sunken} ${own.nothing}`} aria-label={t("one")}>
        {t("choose")}
      </aside>
    );
  }
  const alarm = found.data?.alarm;
  const title = alarm ? t(`kinds.${alarm.kind}`) : t("one");
  const level = alarm && (
    <Badge tone={TONES[alarm.level]} dot={false}>
      {t(`level.${alarm.level}`)}
    </Badge>
  );
  const inside = (
    <Loaded of={found} failed={t("failedOne")} skeleton={<RowSkeleton count={6} />}>
      {(page) => <AlarmDetail page={page} onDecided={onDecided} />}
    </Loaded>
  );
  if (narrow) {
    return (
      <Drawer title={title} line={level} onClose={onClose}>
        {inside}
      </Drawer>
    );
  }
  return (
    <aside className={`${css.panel} ${own.pane}`} aria-label={t("one")}>
      <div className={own.head}>
        <h2>{title}</h2>
        {level}
      </div>
      {inside}
    </aside>
  );
}
