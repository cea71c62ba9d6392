import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { LANGUAGES } from "../../../i18n/language";
import { handbookOf } from "./handbook";

it("leads partners' managers and support to a page in their language, and others to the start", () => {
  expect(handbookOf("merchant", "zhhk")).toBe("/docs/partner-portal.zhhk");
  expect(handbookOf("support", "en")).toBe("/docs/claims");
  expect(handbookOf("operator", "zh")).toBe("/docs");
  for (const role of ["merchant", "support"] as const)
    for (const language of LANGUAGES) expect(existsSync(`..${handbookOf(role, language)}.md`)).toBe(true);
});
