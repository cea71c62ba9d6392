import type { ConditionLine, Conditions, Kind, LevelIs, Match, Segment } from "./segments";

/** A line of the editor as typed. Each kind keeps its own values, so that choosing it again restores them. */
export interface LineForm {
  /** Tells the lines of one form apart. */
  key: number;
  not: boolean;
  kind: Kind;
  days: string;
  /** Lists are texts with commas. */
  partners: string;
  items: string;
  languages: string;
  /** The smallest number of visits; one if empty. */
  visits: string;
  hkd: string;
  min: string;
  max: string;
  /** Points that expire, or people who were invited. */
  atLeast: string;
  from: string;
  until: string;
  levelIs: LevelIs;
  /** Counts the levels from 1. */
  level: string;
  /** The segment of a list. */
  list: string;
}

export interface SegmentForm {
  name: string;
  match: Match;
  lines: readonly LineForm[];
}

const BLANK: Omit<LineForm, "key" | "kind"> = {
  not: false,
  days: "30",
  partners: "",
  items: "",
  languages: "",
  visits: "1",
  hkd: "500",
  min: "500",
  max: "",
  atLeast: "1",
  from: "",
  until: "",
  levelIs: "atLeast",
  level: "1",
  list: "",
};

/** A new line after the others. */
export function addedLine(lines: readonly LineForm[], kind: Kind): LineForm {
  return { ...BLANK, kind, key: Math.max(0, ...lines.map(({ key }) => key)) + 1 };
}

const listOf = (text: string) => text.split(",").filter((one) => one !== "");
const text = (value: number | string | null | undefined) => String(value ?? "");

function lineForm(line: ConditionLine, key: number): LineForm {
  const blank = { ...BLANK, key, not: line.not ?? false, kind: line.kind };
  switch (line.kind) {
    case "visited":
      return {
        ...blank,
        partners: (line.partners ?? []).join(","),
        days: text(line.days),
        visits: text(line.atLeast ?? 1),
      };
    case "spent":
      return { ...blank, hkd: line.atLeastHkd.replace(/\.00$/, ""), days: text(line.days) };
    case "bought":
      return { ...blank, items: (line.items ?? []).join(",") };
    case "balance":
      return { ...blank, min: text(line.min), max: text(line.max) };
    case "expiring":
      return { ...blank, atLeast: text(line.atLeast), days: text(line.days) };
    case "language":
      return { ...blank, languages: line.languages.join(",") };
    case "joined":
      return { ...blank, from: text(line.from), until: text(line.until) };
    case "hasReferred":
      return { ...blank, atLeast: text(line.atLeast) };
    case "level":
      return { ...blank, levelIs: line.is, level: text(line.level ?? 1) };
    case "listed":
      return { ...blank, list: line.segment };
    case "lastVisit":
    case "joinedWithin":
      return { ...blank, days: text(line.days) };
    case "referred":
      return blank;
  }
}

/** The form of a segment; of a new one without it. */
export function formOf(segment: Segment | undefined): SegmentForm {
  if (!segment) return { name: "", match: "all", lines: [addedLine([], "lastVisit")] };
  const { name, conditions } = segment;
  return { name, match: conditions.match ?? "all", lines: conditions.lines.map(lineForm) };
}

const LANGUAGES = ["en", "zh", "zhhk"] as const;

function lineOf(line: LineForm): ConditionLine {
  const not = line.not ? { not: true } : {};
  const days = Number(line.days);
  switch (line.kind) {
    case "visited":
      return {
        ...not,
        kind: line.kind,
        partners: listOf(line.partners),
        ...(line.days ? { days } : {}),
        // One visit is what the line says without a number.
        ...(line.visits && line.visits !== "1" ? { atLeast: Number(line.visits) } : {}),
      };
    case "spent":
      return { ...not, kind: line.kind, atLeastHkd: line.hkd, days };
    case "bought":
      return { ...not, kind: line.kind, items: listOf(line.items) };
    case "balance":
      return {
        ...not,
        kind: line.kind,
        ...(line.min ? { min: Number(line.min) } : {}),
        ...(line.max ? { max: Number(line.max) } : {}),
      };
    case "expiring":
      return { ...not, kind: line.kind, atLeast: Number(line.atLeast), days };
    case "language":
      return {
        ...not,
        kind: line.kind,
        languages: LANGUAGES.filter((one) => listOf(line.languages).includes(one)),
      };
    case "joined":
      return {
        ...not,
        kind: line.kind,
        ...(line.from ? { from: line.from } : {}),
        ...(line.until ? { until: line.until } : {}),
      };
    case "hasReferred":
      return { ...not, kind: line.kind, atLeast: Number(line.atLeast) };
    case "level":
      return {
        ...not,
        kind: line.kind,
        is: line.levelIs,
        ...(line.levelIs === "none" ? {} : { level: Number(line.level) }),
      };
    case "listed":
      return { ...not, kind: line.kind, segment: line.list };
    case "lastVisit":
    case "joinedWithin":
      return { ...not, kind: line.kind, days };
    case "referred":
      return { ...not, kind: line.kind };
  }
}

/** The conditions of a form, as the server takes them. */
export const conditionsOf = ({ match, lines }: SegmentForm): Conditions => ({
  match,
  lines: lines.map(lineOf),
});

/** Returns whether the server can count the members for the form: each line has the values that it needs. */
export const isCountable = ({ lines }: SegmentForm) =>
  lines.length > 0 && lines.every((line) => missing(line).length === 0);

function missing(line: LineForm): string[] {
  const needs: Partial<Record<Kind, Record<string, string>>> = {
    lastVisit: { days: line.days },
    joinedWithin: { days: line.days },
    spent: { hkd: line.hkd, days: line.days },
    balance: { min: line.min || line.max },
    expiring: { atLeast: line.atLeast, days: line.days },
    language: { languages: line.languages },
    joined: { from: line.from || line.until },
    hasReferred: { atLeast: line.atLeast },
    listed: { list: line.list },
  };
  return Object.entries(needs[line.kind] ?? {}).flatMap(([field, value]) => (value ? [] : [field]));
}
