import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { LineForm } from "./form";
import css from "./Segments.module.css";
import { type LevelIs, segmentsQuery } from "./segments";
import { useLevels } from "./useLevels";

const LEVEL_IS: readonly LevelIs[] = ["atLeast", "exactly", "none"];

/** The values of a line that are chosen within its sentence. */
export const CHOSEN = ["levelIs", "level", "list"] as const;
type Chosen = (typeof CHOSEN)[number];

interface ChoiceSlotProps {
  name: Chosen;
  line: LineForm;
  disabled: boolean;
  set(part: Partial<LineForm>): void;
}

/** The level or the list of a line. */
export function ChoiceSlot({ name, line, disabled, set }: ChoiceSlotProps) {
  const { t } = useTranslation("adminSegments");
  const levels = useLevels();
  const lists = useQuery({ ...segmentsQuery(), enabled: name === "list" }).data ?? [];
  if (name === "level" && line.levelIs === "none") return null;
  const options = {
    levelIs: () => LEVEL_IS.map((value) => ({ value, label: t(`levels.${value}`) })),
    level: () => {
      const isKnown = levels.some(({ value }) => value === line.level);
      const other = { value: line.level, label: t("levelNumber", { number: line.level }) };
      return isKnown ? levels : [...levels, other];
    },
    list: () => [
      { value: "", label: t("chooseList") },
      ...lists.filter(({ list }) => list).map(({ _id, name: label }) => ({ value: _id, label })),
    ],
  };
  return (
    <select
      className={css.slot}
      aria-label={t(`values.${name}`)}
      value={line[name]}
      disabled={disabled}
      onChange={(event) => {
        const { value } = event.currentTarget;
        const is = LEVEL_IS.find((one) => one === value);
        set(name === "levelIs" ? { levelIs: is ?? line.levelIs } : { [name]: value });
      }}
    >
      {options[name]().map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
