import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../../kit/buttons/Button";
import { CloseIcon } from "../../../kit/icons/icons-basic";
import { DayInput } from "../../kit/DayInput";
import { Filter, SearchBox } from "../../kit/Tools";
import type { useAddress } from "../../kit/useAddress";
import { today } from "../../money/reports/reports";
import own from "./Audit.module.css";
import { knownQuery, shortOf } from "./audit";
import { useActionName, useKindName } from "./words";

/** Filters by text, actor, action, date and target; all are in the address, so that a link shows the same. */
export function AuditFilters({ get, change }: ReturnType<typeof useAddress>) {
  const { t } = useTranslation("adminAudit");
  const known = useQuery(knownQuery()).data;
  const target = get("target");
  return (
    <>
      <SearchBox label={t("search")} value={get("q")} onSearch={(q) => change({ q })} />
      <Filter
        label={t("actor")}
        value={get("actor")}
        options={[
          { value: "", label: t("anybody") },
          ...(known?.actors ?? []).map(({ _id, name }) => ({ value: _id, label: name })),
        ]}
        onChoose={(actor) => change({ actor })}
      />
      <Filter
        label={t("action")}
        value={get("action")}
        options={useActions(known?.actions ?? [])}
        onChoose={(action) => change({ action })}
      />
      <div className={own.days}>
        <DayInput label={t("from")} value={get("from")} max={today()} onChange={(from) => change({ from })} />
        <DayInput label={t("to")} value={get("to")} max={today()} onChange={(to) => change({ to })} />
      </div>
      {target && (
        <span className={own.object}>
          {t("onlyObject", { id: shortOf(target) })}
          <IconButton label={t("clearObject")} onClick={() => change({ target: "" })}>
            <CloseIcon size={18} />
          </IconButton>
        </span>
      )}
    </>
  );
}

/** Options for each kind as a whole, and for each of its actions. */
function useActions(actions: readonly string[]) {
  const { t } = useTranslation("adminAudit");
  const actionName = useActionName();
  const kindName = useKindName();
  const kinds = [...new Set(actions.map((action) => action.split(".")[0] ?? action))];
  return [
    { value: "", label: t("anything") },
    ...kinds.flatMap((kind) => [
      { value: kind, label: t("allOf", { kind: kindName(kind) }) },
      ...actions
        .filter((action) => action.startsWith(`${kind}.`))
        .map((action) => ({ value: action, label: actionName(action) })),
    ]),
  ];
}
