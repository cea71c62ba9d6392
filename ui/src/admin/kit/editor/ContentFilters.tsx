import { useTranslation } from "react-i18next";
import { DayRange } from "../DayRange";
import { ListTools } from "../ListTools";
import { PartnerFilter } from "../PartnerFilter";
import { SortSelect } from "../SortSelect";
import type { Sorting } from "../sorting";
import { Filter, SearchBox } from "../Tools";
import type { useAddress } from "../useAddress";
import type { ContentSort } from "./kinds";
import { SHOWN } from "./StateBadge";

export interface TypeChoice {
  label: string;
  options: readonly { value: string; label: string }[];
}

const FILTERS = ["state", "type", "partner", "from", "to"];

interface ContentFiltersProps {
  address: ReturnType<typeof useAddress>;
  /** The label of the search. */
  search: string;
  /** The types of this kind, if it has several. */
  filter: TypeChoice | undefined;
  ofPartners: boolean;
  sorting: Sorting<ContentSort>;
}

/** Filters of a content list, all in the address. */
export function ContentFilters({
  address: { get, change },
  search,
  filter,
  ofPartners,
  sorting,
}: ContentFiltersProps) {
  const { t } = useTranslation("adminContent");
  return (
    <ListTools filters={FILTERS}>
      <SearchBox label={search} value={get("q")} onSearch={(text) => change({ q: text })} />
      <Filter
        label={t("state")}
        value={SHOWN.find((one) => one === get("state")) ?? "all"}
        options={SHOWN.map((value) => ({ value, label: t(`states.${value}`) }))}
        onChoose={(value) => change({ state: value === "all" ? "" : value })}
      />
      {filter && (
        <Filter
          label={filter.label}
          value={get("type")}
          options={[{ value: "", label: filter.label }, ...filter.options]}
          onChoose={(value) => change({ type: value })}
        />
      )}
      {ofPartners && (
        <PartnerFilter
          label={t("partner")}
          all={t("allPartners")}
          value={get("partner")}
          onChoose={(value) => change({ partner: value })}
        />
      )}
      <DayRange from={t("createdFrom")} to={t("createdTo")} get={get} change={change} />
      <SortSelect label={t("sort")} sorting={sorting} word={(value) => t(`sorts.${value}`)} until="wide" />
    </ListTools>
  );
}
