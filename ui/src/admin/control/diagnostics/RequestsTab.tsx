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
import { type Answered, formatTook, sought } from "./diagnostics";
import { FollowedTable, RequestLink } from "./FollowedTable";

const OUTCOMES = ["refused", "failed", "slow"] as const;

const toneOf = (status: number) => (status >= 500 ? "plum" : status >= 400 ? "pollen" : "leaf");

/** The last requests with their results. */
export function RequestsTab() {
  const { t } = useTranslation("adminDiagnostics");
  const language = useLanguage();
  const { get, change } = useAddress();
  const outcome = OUTCOMES.find((one) => one === get("outcome"));
  return (
    <FollowedTable<Answered>
      name="requests"
      narrowed={outcome ?? ""}
      fetch={(asked, told) =>
        call("get", "/api/admin/diagnostics/requests", {
          query: { ...asked, ...(outcome && { outcome }), ...sought(get("q")) },
          ...told,
        })
      }
      filter={
        <Filter
          label={t("requests.outcome")}
          icon={<FilterIcon size={20} />}
          value={outcome ?? "all"}
          options={(["all", ...OUTCOMES] as const).map((value) => ({
            value,
            label: t(`requests.outcomes.${value}`),
          }))}
          onChoose={(value) => change({ outcome: value === "all" ? "" : value })}
        />
      }
      columns={[
        {
          key: "status",
          head: t("requests.status"),
          cell: ({ status }) => (
            <Badge tone={toneOf(status)} dot={false}>
              {status}
            </Badge>
          ),
        },
        {
          key: "route",
          head: t("requests.route"),
          cell: ({ at, id, method, route, code }) => (
            <>
              <span className={`${css.mono} ${own.said}`}>
                {method} {route}
              </span>
              {code && <span className={`${css.two} ${css.mono}`}>{code}</span>}
              <span className={own.narrow}>
                <span className={css.two}>
                  {formatExactTime(at, language)} · <RequestLink tab="log" id={id} />
                </span>
              </span>
            </>
          ),
        },
        {
          key: "took",
          head: t("requests.took"),
          end: true,
          from: "small",
          cell: ({ microseconds }) => <span className={css.nowrap}>{formatTook(microseconds)}</span>,
        },
        {
          key: "id",
          head: t("requests.id"),
          from: "medium",
          cell: ({ id }) => <RequestLink tab="log" id={id} />,
        },
      ]}
    />
  );
}
