import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { localized, useLanguage } from "../../../i18n/language";
import { DayRange, daysOf } from "../../kit/DayRange";
import { allOf, items, oneOf } from "../../kit/editor/kinds";
import { ListTools } from "../../kit/ListTools";
import { PartnerFilter } from "../../kit/PartnerFilter";
import { SortSelect } from "../../kit/SortSelect";
import type { Sorting } from "../../kit/sorting";
import { AnyOf } from "../../kit/Tools";
import type { useAddress } from "../../kit/useAddress";
import type { RequestOrder } from "./settlements";

/** The filters of the list from the address. */
export function filtersOf(get: (name: string) => string) {
  const [partner, item] = [get("partner"), get("item")];
  return { ...(partner ? { partner } : {}), ...(item ? { item } : {}), ...daysOf(get) };
}

const FILTERS = ["partner", "item", "from", "to"];

interface SettlementFiltersProps {
  address: ReturnType<typeof useAddress>;
  sorting: Sorting<RequestOrder>;
  /** The width from which the head that sorts is shown. */
  until: "wide" | "medium" | undefined;
}

/** Filters: partner, item and the day of the request. */
export function SettlementFilters({ address: { get, change }, sorting, until }: SettlementFiltersProps) {
  const { t } = useTranslation("adminSettlement");
  const language = useLanguage();
  const every = useQuery(allOf(items)).data;
  const all = every ?? [];
  const [partner, chosen] = [get("partner"), get("item")];
  const offered = all.filter(
    ({ type, partnerId }) => type === "exchange" && (partner === "" || partnerId === partner),
  );
  // An address may name an item that is not offered: one that is deleted, or of another partner.
  const isForeign = chosen !== "" && !offered.some(({ _id }) => _id === chosen);
  const foreign = useQuery({ ...oneOf(items, chosen), enabled: isForeign && every !== undefined });
  return (
    <ListTools filters={FILTERS}>
      <PartnerFilter
        label={t("partner")}
        all={t("allPartners")}
        value={partner}
        // The items of one partner are not those of another.
        onChoose={(value) => change({ partner: value, item: "" })}
      />
      <AnyOf
        label={t("item")}
        any={t("allItems")}
        of={[...offered.map(({ _id }) => _id), ...(isForeign ? [chosen] : [])]}
        word={(id) => {
          const item = offered.find(({ _id }) => _id === id) ?? foreign.data?.record;
          return item ? localized(item.name, language) : id;
        }}
        value={chosen || undefined}
        onChoose={(value) => change({ item: value })}
      />
      <DayRange from={t("requestedFrom")} to={t("requestedTo")} get={get} change={change} />
      {until && (
        <SortSelect
          label={t("order")}
          sorting={sorting}
          word={(value) => t(`orders.${value}`)}
          until={until}
        />
      )}
    </ListTools>
  );
}
