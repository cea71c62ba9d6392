import { useTranslation } from "react-i18next";
import type { components } from "../../api/schema";
import { useLanguage } from "../../i18n/language";
import { Button } from "../../kit/buttons/Button";
import { Check } from "../../kit/form/Choice";
import { FieldHint } from "../../kit/form/FieldFrame";
import { WEEKDAYS, weekdayName } from "../../shared/weekdays";
import admin from "../admin.module.css";
import css from "./HoursFields.module.css";
import { TimeSelect } from "./TimeSelect";

type Hours = components["schemas"]["OpeningHours"];

const MOST_HOURS = 14;
const OFFICE: Hours = {
  days: ["monday", "tuesday", "wednesday", "thursday", "friday"],
  from: "09:00",
  until: "18:00",
};

interface HoursFieldsProps {
  name: string;
  legend: string;
  hint: string;
  hours: readonly Hours[];
  /** True if the server refused the hours. */
  refused: boolean;
  onChange(hours: Hours[]): void;
}

/** Opening hours by days of the week, line by line. */
export function HoursFields({ name, legend, hint, hours, refused, onChange }: HoursFieldsProps) {
  const { t } = useTranslation("adminSettings");
  return (
    <fieldset className={css.group}>
      <legend>{legend}</legend>
      {hours.map((line, place) => (
        <HoursLine
          // A line has no name of its own, and lines are only added at the end.
          key={place}
          of={name}
          line={line}
          place={place}
          onChange={(changed) => onChange(hours.map((other, at) => (at === place ? changed : other)))}
          onDrop={() => onChange(hours.filter((_, at) => at !== place))}
        />
      ))}
      <FieldHint
        id={`${name.replaceAll(".", "-")}-hint`}
        hint={hint}
        error={refused ? t("programme.hoursRefused") : undefined}
      />
      {hours.length < MOST_HOURS && (
        <Button kind="quiet" onClick={() => onChange([...hours, OFFICE])}>
          {t("programme.addHours")}
        </Button>
      )}
    </fieldset>
  );
}

interface HoursLineProps {
  /** The name of the field. */
  of: string;
  line: Hours;
  place: number;
  onChange(line: Hours): void;
  onDrop(): void;
}

function HoursLine({ of, line, place, onChange, onDrop }: HoursLineProps) {
  const { t } = useTranslation("adminSettings");
  const language = useLanguage();
  const name = (part: string) => `${of}.${place}.${part}`;
  return (
    <fieldset className={css.hours} aria-label={t("programme.hoursLine", { number: place + 1 })}>
      <div className={css.days}>
        {WEEKDAYS.map((day) => (
          <Check
            key={day}
            name={name(day)}
            checked={line.days.includes(day)}
            onChange={(on) =>
              onChange({
                ...line,
                days: WEEKDAYS.filter((other) => (other === day ? on : line.days.includes(other))),
              })
            }
          >
            {weekdayName(day, language)}
          </Check>
        ))}
      </div>
      <div className={admin.grid2}>
        {(["from", "until"] as const).map((part) => (
          <TimeSelect
            key={part}
            name={name(part)}
            label={t(`programme.hours.${part}`)}
            value={line[part]}
            onChange={(time) => onChange({ ...line, [part]: time })}
          />
        ))}
      </div>
      <Button kind="quiet" onClick={onDrop}>
        {t("programme.dropHours", { number: place + 1 })}
      </Button>
    </fieldset>
  );
}
