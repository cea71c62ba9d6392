import { Select } from "./Inputs";

/** Every half hour of a day; 24:00 is its end. */
const TIMES = Array.from({ length: 49 }, (_, half) => {
  const hour = String(Math.floor(half / 2)).padStart(2, "0");
  return `${hour}:${half % 2 === 0 ? "00" : "30"}`;
});

interface TimeSelectProps {
  name: string;
  label: string;
  value: string;
  /** The label of no time; without it, a time must be chosen. */
  none?: string;
  disabled?: boolean;
  error?: string | undefined;
  onChange(value: string): void;
}

/** A time of the day in Hong Kong. A time that the API set to the minute stays as it is. */
export function TimeSelect({ none, value, ...props }: TimeSelectProps) {
  const times = [...new Set([...TIMES, value])].filter(Boolean).sort();
  return (
    <Select<string>
      {...props}
      value={value}
      options={[
        ...(none === undefined ? [] : [{ value: "", label: none }]),
        ...times.map((time) => ({ value: time, label: time })),
      ]}
    />
  );
}
