import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, it } from "vitest";
import { onDevice } from "../../../device/storage";
import { startI18n } from "../../../i18n/i18n";
import type { Finding } from "./diagnostics";
import { FindingRow } from "./FindingRow";

beforeAll(async () => {
  onDevice.set("Language", "zhhk");
  await startI18n(["adminDiagnostics"]);
});
afterEach(cleanup);

const little: Finding = {
  check: "disk_space",
  code: "disk_space_little",
  level: "warning",
  message: "1536 MB are free for the data folder",
  fix: "make room or a larger disk",
  values: { free: { number: 1536 } },
};

it("shows a finding in the chosen language, with formatted values", () => {
  const { container } = render(<FindingRow finding={little} />);
  expect(screen.getByText("磁碟空間")).toBeTruthy();
  expect(screen.getByText("數據資料夾可用空間為 1,536 MB。")).toBeTruthy();
  expect(screen.getByText(/^請騰出空間/)).toBeTruthy();
  expect(container.textContent).not.toMatch(/disk_space|are free|make room/);
});

it("shows times in Hong Kong time, and the system's own error text below", () => {
  const at = { moment: "2026-11-24T03:00:00.000Z" };
  const fine = {
    ...little,
    check: "backup",
    code: "backup_fine",
    fix: "",
    level: "ok",
    values: { at },
  } as const;
  render(<FindingRow finding={fine} />);
  expect(screen.getByText(/最新備份的時間是.*11:00/)).toBeTruthy();
  const error = { text: "permission denied" };
  const closed = { ...little, check: "keys", code: "keys_closed", values: { error } };
  render(<FindingRow finding={closed} />);
  expect(screen.getByText("permission denied").lang).toBe("en");
});

it("shows an unknown finding of a newer server in the server's own text", () => {
  render(<FindingRow finding={{ ...little, check: "moon", code: "moon_full" }} />);
  expect(screen.getByText("moon")).toBeTruthy();
  expect(screen.getByText(little.message).lang).toBe("en");
  expect(screen.getByText(little.fix).lang).toBe("en");
});
