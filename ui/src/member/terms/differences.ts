export interface TextPart {
  kind: "same" | "added" | "removed";
  text: string;
}

const linesOf = (text: string) =>
  text
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");

const HEADING = /^\d+[.．、]\s*\S/;

/** The lines of two texts in one order: those that both have, and those that only one has. */
export function comparedLines(before: string, after: string): TextPart[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  // The length of the longest common part of what is left, from the end (a longest common subsequence).
  const common = Array.from({ length: old.length + 1 }, () => new Array<number>(now.length + 1).fill(0));
  const at = (left: number, right: number) => common[left]?.[right] ?? 0;
  for (let left = old.length - 1; left >= 0; left--)
    for (let right = now.length - 1; right >= 0; right--) {
      const row = common[left];
      if (!row) continue;
      row[right] =
        old[left] === now[right]
          ? at(left + 1, right + 1) + 1
          : Math.max(at(left + 1, right), at(left, right + 1));
    }
  const parts: TextPart[] = [];
  let [left, right] = [0, 0];
  while (left < old.length || right < now.length) {
    const [was, is] = [old[left], now[right]];
    if (was !== undefined && was === is) {
      parts.push({ kind: "same", text: was });
      left++;
      right++;
    } else if (was !== undefined && (is === undefined || at(left + 1, right) >= at(left, right + 1))) {
      parts.push({ kind: "removed", text: was });
      left++;
    } else if (is !== undefined) {
      parts.push({ kind: "added", text: is });
      right++;
    }
  }
  return parts;
}

/** The lines that differ, each run of lines below the heading of its section. */
export function differencesOf(before: string, after: string): { heading: string; parts: TextPart[] }[] {
  const sections: { heading: string; parts: TextPart[] }[] = [];
  let heading = "";
  for (const part of comparedLines(before, after)) {
    if (part.kind === "same") {
      if (HEADING.test(part.text)) heading = part.text;
      continue;
    }
    const last = sections.at(-1);
    if (last?.heading === heading) last.parts.push(part);
    else sections.push({ heading, parts: [part] });
  }
  return sections;
}
