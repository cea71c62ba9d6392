import type { Page } from "@playwright/test";

/** Waits for two frames, after which all effects of a change of the layout are visible. */
export async function drawn(page: Page) {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/** The elements that make the page scroll sideways, and by how much. */
export const sideways = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const wide = [
      ...document.querySelectorAll<HTMLElement>("main, header, footer, nav, dialog, form"),
    ].filter(
      (part) =>
        part.scrollWidth > part.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(part).overflowX),
    );
    return [
      ...(scrollWidth > clientWidth ? [`the page, by ${scrollWidth - clientWidth} px`] : []),
      ...wide.map(
        (part) => `${part.tagName}.${part.className}, by ${part.scrollWidth - part.clientWidth} px`,
      ),
    ];
  });

/** Figures of tables that break into two lines, and tables that scroll sideways, by how much. */
export const poorTables = (page: Page) =>
  page.evaluate(() => {
    const lines = (node: Node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    };
    const figures = [...document.querySelectorAll("td[class*=end]")].flatMap((cell) =>
      [...cell.querySelectorAll("*"), cell].flatMap((part) =>
        [...part.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && lines(node) > 1),
      ),
    );
    const wide = [...document.querySelectorAll("table")].flatMap((table) => {
      const box = table.parentElement;
      const more = box ? box.scrollWidth - box.clientWidth : 0;
      return more > 1 ? [`${table.getAttribute("aria-label")}, by ${more} px`] : [];
    });
    return [...figures.map((node) => `${node.textContent} is broken`), ...wide];
  });

/** Texts that are cut off without an ellipsis. */
export const cutWords = (page: Page) =>
  page.evaluate(() => {
    const cut = (part: Element) => {
      const { overflowX, textOverflow, position, clipPath } = getComputedStyle(part);
      const own = [...part.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
      if (!own || position === "absolute" || clipPath !== "none") return false;
      return (
        part.scrollWidth > part.clientWidth + 1 &&
        /hidden|clip/.test(overflowX) &&
        textOverflow !== "ellipsis"
      );
    };
    return [...document.querySelectorAll("#app *")].filter(cut).map((part) => part.textContent?.trim());
  });

/** Labels of the tab bar that overlap or leave the screen. */
export const crowded = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("#app nav a > span")].flatMap((label) => {
      const { left, right } = label.getBoundingClientRect();
      const cell = label.parentElement?.getBoundingClientRect();
      return cell && (left < cell.left || right > cell.right) ? [label.textContent] : [];
    }),
  );

/** Tap targets smaller than 44 px in either direction, including the hit areas around them. */
export const smallTargets = (page: Page) =>
  page.evaluate(() => {
    const HALF = 21;
    const shown = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document;
    const small: string[] = [];
    for (const target of shown.querySelectorAll<HTMLElement>(
      "a[href], button, input:not([type=hidden], [type=file]), select, textarea, summary",
    )) {
      // The guideline exempts links within a sentence.
      if (
        target.closest("p, li p, h1, h2, label")?.matches("p") ||
        getComputedStyle(target).display === "inline"
      )
        continue;
      const area = target.closest("label") ?? target;
      target.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      const { left, top, width, height } = area.getBoundingClientRect();
      if (width < 2 || height < 2) continue;
      const [x, y] = [left + width / 2, top + height / 2];
      const hits = (dx: number, dy: number) => {
        const at = document.elementFromPoint(x + dx, y + dy);
        // A toast covers the target for only four seconds.
        return (
          at !== null && (area.contains(at) || at.contains(target) || at.closest("[role=status]") !== null)
        );
      };
      // A covered target cannot be tapped; the cover is checked instead.
      if (!hits(0, 0)) continue;
      const whole = [-HALF, HALF].every((d) => hits(d, 0) && hits(0, d));
      if (!whole)
        small.push(
          `${target.getAttribute("aria-label") ?? target.textContent?.trim()}: ${width} by ${height}`,
        );
    }
    return small;
  });

/** Elements that move although the member has asked for less motion. */
export const moving = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(
        ({ playState, effect }) =>
          playState === "running" && Number(effect?.getComputedTiming().duration) > 1,
      )
      .map(({ effect }) => (effect instanceof KeyframeEffect ? effect.target?.className : "")),
  );
