import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { localized, useLanguage } from "../../../i18n/language";
import { cashiersQuery, outletsQuery, tillsQuery } from "../../catalogue/outlets/outlets";
import { Filter } from "../../kit/Tools";
import type { useAddress } from "../../kit/useAddress";
import css from "./AwardFilters.module.css";

/** An amount as the server reads it: HK$ with at most two decimals. */
export const billOf = (typed: string) => (/^\d{1,9}(\.\d{1,2})?$/.test(typed) ? typed : "");

/** Whole points, as the server reads them. */
export const pointsOf = (typed: string) => (/^\d{1,9}$/.test(typed) ? typed : "");

/** The fewest and the most points. */
export function PointsFilter({ get, change }: ReturnType<typeof useAddress>) {
  const { t } = useTranslation("adminMoney");
  const end = (name: "pointsFrom" | "pointsTo", label: string) => (
    <input
      name={name}
      aria-label={label}
      inputMode="numeric"
      autoComplete="off"
      maxLength={9}
      value={get(name)}
      aria-invalid={get(name) !== "" && pointsOf(get(name)) === "" ? true : undefined}
      onChange={(event) => change({ [name]: event.currentTarget.value.trim() })}
    />
  );
  return (
    <fieldset className={css.amount} aria-label={t("points")}>
      <span>{t("points")}</span>
      {end("pointsFrom", t("pointsFrom"))}
      <span aria-hidden="true">–</span>
      {end("pointsTo", t("pointsTo"))}
    </fieldset>
  );
}

/** The filters by details of an award: its bill and, with a partner chosen, its outlet, till and cashier. */
export function AwardFilters({ get, change }: ReturnType<typeof useAddress>) {
  const { t } = useTranslation("adminMoney");
  const partner = get("partner");
  const amount = get("amount");
  return (
    <>
      <label className={css.amount}>
        <span>{t("amount")}</span>
        <input
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          value={amount}
          aria-invalid={amount !== "" && billOf(amount) === "" ? true : undefined}
          onChange={(event) => change({ amount: event.currentTarget.value.trim() })}
        />
      </label>
      {partner ? (
        <Places key={partner} partner={partner} get={get} change={change} />
      ) : (
        <Filter
          label={t("outlet")}
          value=""
          options={[{ value: "", label: t("partnerFirst") }]}
          disabled
          onChoose={() => {}}
        />
      )}
    </>
  );
}

function Places({ partner, get, change }: ReturnType<typeof useAddress> & { partner: string }) {
  const { t } = useTranslation("adminMoney");
  const language = useLanguage();
  const outlets = useQuery(outletsQuery(partner)).data ?? [];
  const tills = useQuery(tillsQuery(partner)).data ?? [];
  const cashiers = useQuery(cashiersQuery(partner)).data ?? [];
  const outlet = get("outlet");
  const filter = (
    name: "outlet" | "till" | "cashier",
    all: string,
    options: readonly { value: string; label: string }[],
  ) =>
    options.length > 0 && (
      <Filter
        label={t(name)}
        value={get(name)}
        options={[{ value: "", label: all }, ...options]}
        onChoose={(value) => change({ [name]: value, ...(name === "outlet" ? { till: "" } : {}) })}
      />
    );
  return (
    <>
      {filter(
        "outlet",
        t("allOutlets"),
        outlets.map(({ _id, name }) => ({ value: _id, label: localized(name, language) })),
      )}
      {filter(
        "till",
        t("allTills"),
        tills
          .filter(({ outletId }) => outlet === "" || outletId === outlet)
          .map(({ _id, name }) => ({ value: _id, label: name })),
      )}
      {filter(
        "cashier",
        t("allCashiers"),
        cashiers.map(({ _id, name }) => ({ value: _id, label: name })),
      )}
    </>
  );
}
