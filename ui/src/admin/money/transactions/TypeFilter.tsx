import { useTranslation } from "react-i18next";
import { AnyOf } from "../../kit/Tools";
import { TYPES, useTypeName } from "./transactions";

export type Type = (typeof TYPES)[number];

/** Filters a list by transaction type. */
export function TypeFilter({ type, onChoose }: { type: Type | undefined; onChoose(type: Type | ""): void }) {
  const { t } = useTranslation("adminMoney");
  return (
    <AnyOf
      label={t("type")}
      any={t("allTypes")}
      of={TYPES}
      word={useTypeName()}
      value={type}
      onChoose={onChoose}
    />
  );
}
