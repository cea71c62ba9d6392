import { useTranslation } from "react-i18next";
import { call } from "../../../api/call";
import { formatExactTime } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { FilterIcon } from "../../../kit/icons/icons-admin";
import { Badge } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { Filter } from "../../kit/Tools";
import { useAddress } from "../../kit/useAddress";
import own from "./Diagnostics.module.css";
import { type LogLine, sought } from "./diagnostics";
import { FollowedTable, RequestLink } from "./FollowedTable";

const LEVELS = ["info", "warn", "error"] as const;
const TONES = { info: "plain", warn: "pollen", error: "plum" } as const;

/** The last lines of the server's log. */
export function LogTab() {
  const { t } = useTranslation("adminDiagnostics");
  const language = useLanguage();
  const { get, change } = useAddress();
  const level = LEVELS.find((one) => one === get("level")) ?? "info";
  return (
    <FollowedTable<LogLine>
      name="log"
      narrowed={level}
      fetch={(asked, told) =>
        call("get", "/api/admin/diagnostics/log", {
          query: { ...asked, level, ...sought(get("q")) },
          ...told,
        })
      }
      filter={
        <Filter
          label={t("log.level")}
          icon={<FilterIcon size={20} />}
          value={level}
          options={LEVELS.map((value) => ({ value, label: t(`log.from.${value}`) }))}
          onChoose={(value) => change({ level: value === "info" ? "" : value })}
        />
      }
      columns={[
        {
          key: "level",
          head: t("log.level"),
          cell: (line) => (
            <Badge tone={TONES[line.level]} dot={false}>
              {t(`log.levels.${line.level}`)}
            </Badge>
          ),
        },
        {
          key: "text",
          head: t("log.text"),
          cell: ({ at, part, text, request }) => (
            <>
              <span className={own.said} lang="en">
                {text}
              </span>
              <span className={css.two}>
                <span className={own.narrow}>{formatExactTime(at, language)} · </span>
                {part}
                {request && (
                  <>
                    {" · "}
                    <RequestLink tab="requests" id={request} />
                  </>
                )}
              </span>
            </>
          ),
        },
      ]}
    />
  );
}
