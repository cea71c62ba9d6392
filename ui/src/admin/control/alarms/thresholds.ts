import type { components } from "../../../api/schema";

type AlarmSettings = components["schemas"]["AlarmSettings"];

/** The kinds in the order of the settings, with the names of their thresholds there. */
export const KINDS = [
  ["pair", "pair"],
  ["round_amounts", "roundAmounts"],
  ["no_receipt", "noReceipt"],
  ["fan_in", "fanIn"],
  ["undone", "undone"],
  ["device", "device"],
] as const;

export type Kind = (typeof KINDS)[number][0];
export type KindName = (typeof KINDS)[number][1];
export type Amount = "from" | "bills" | "days";

const HIGHEST = 1_000;
const COUNTS = [
  ["from", 2, HIGHEST],
  ["days", 1, 7],
] as const;
const SHARES = [
  ["from", 2, 100],
  ["bills", 5, HIGHEST],
  ["days", 1, 7],
] as const;

/** The numbers of each kind with their lowest and highest value, as on the server. */
export const BOUNDS: Record<Kind, readonly (readonly [Amount, number, number])[]> = {
  pair: COUNTS,
  round_amounts: SHARES,
  no_receipt: SHARES,
  fan_in: COUNTS,
  undone: SHARES,
  device: COUNTS,
};

/** The name of a field: the server's name without `alarms.`. */
export const fieldOf = (name: KindName, amount: Amount) => `${name}.${amount}`;

/** The numbers of the settings by the names of their fields. */
export function numbersOf(settings: AlarmSettings): Record<string, string> {
  return Object.fromEntries(
    KINDS.flatMap(([kind, name]) =>
      BOUNDS[kind].map(([amount]) => [fieldOf(name, amount), String(settings[name][amount] ?? 0)]),
    ),
  );
}

/** The settings with the numbers that were entered. */
export function withNumbers(settings: AlarmSettings, numbers: Record<string, string>): AlarmSettings {
  const changed = KINDS.map(([kind, name]) => {
    const entered = BOUNDS[kind].map(([amount]) => [amount, Number(numbers[fieldOf(name, amount)])]);
    return [name, { ...settings[name], ...Object.fromEntries(entered) }];
  });
  return { ...settings, ...Object.fromEntries(changed) };
}

/** The fields whose number the server refuses. It checks kinds that are not watched too. */
export function wrongNumbers(numbers: Record<string, string>): Record<string, "range"> {
  return Object.fromEntries(
    KINDS.flatMap(([kind, name]) =>
      BOUNDS[kind].flatMap(([amount, least, most]) => {
        const field = fieldOf(name, amount);
        const entered = numbers[field] ?? "";
        const sound = entered !== "" && Number(entered) >= least && Number(entered) <= most;
        return sound ? [] : [[field, "range"] as const];
      }),
    ),
  );
}
