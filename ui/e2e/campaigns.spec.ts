import { adminPaths, newPath } from "../src/admin/paths";
import { field, inEnglish, OPERATOR, publish, signIn, title } from "./support/admin";
import { button } from "./support/app";
import { audit } from "./support/audit";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { newMember, scan } from "./support/people";

test.use({ viewport: { width: 1280, height: 900 }, hasTouch: false });

inEachLanguage(() => {
  test("a campaign's codes are made, downloaded, scanned, paused and resumed", async ({
    page,
    say,
    server,
  }) => {
    await signIn(page, say, OPERATOR, newPath(adminPaths.campaigns));
    await inEnglish(page);
    await field(page, say("adminCampaigns:fields.name")).fill("Beach morning");
    await field(page, say("adminCampaigns:fields.points")).fill("30");
    await page.getByRole("radio", { name: say("adminCampaigns:kinds.singleLong") }).check();
    await button(page, say("admin:create")).click();
    await expect(title(page, "Beach morning")).toBeVisible();
    await field(page, say("adminCampaigns:codes.count")).fill("3");
    await button(page, say("adminCampaigns:codes.make")).click();
    const codes = page.getByRole("table", { name: say("adminCampaigns:codes.title") });
    await expect(codes.getByRole("row")).toHaveCount(4);
    await publish(page, say, { inEnglish: true });

    // Each file exists and has the format of its name.
    for (const [role, name, begins] of [
      ["button", say("adminCampaigns:codes.sheetAs", { format: "PDF" }), "%PDF-1.4"],
      ["button", say("adminCampaigns:codes.sheetAs", { format: "SVG" }), "<svg"],
      ["link", say("adminCampaigns:posterAs", { format: "PDF" }), "%PDF-1.4"],
      ["link", say("adminCampaigns:posterAs", { format: "SVG" }), "<svg"],
      ["button", `${say("admin:export")} ${say("adminCampaigns:codes.title")}`, "\uFEFFtext,state"],
    ] as const) {
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole(role, { name, exact: true }).click(),
      ]);
      const parts: Buffer[] = [];
      for await (const part of await file.createReadStream()) parts.push(Buffer.from(part));
      expect(Buffer.concat(parts).toString("utf8").startsWith(begins), name).toBe(true);
    }

    await field(page, say("adminCampaigns:fuse.perHour")).fill("1");
    await button(page, say("adminCampaigns:fuse.save")).click();
    await expect(page.getByText(say("adminCampaigns:fuse.saved"))).toBeVisible();
    const texts = await codes.locator("td:first-child").allTextContents();
    await scan(server, await newMember(server), texts[0] ?? "");
    await expect(scan(server, await newMember(server), texts[1] ?? "")).rejects.toThrow("qr_expired");

    await page.reload();
    const banner = page.getByRole("status").filter({ has: button(page, say("admin:alarms.resume")) });
    await expect(banner).toBeVisible();
    await expect(codes.getByText(say("adminCampaigns:codes.states.claimed"), { exact: true })).toHaveCount(1);
    await audit(page, "a paused campaign");
    await button(page, say("admin:alarms.resume")).click();
    await expect(banner).toHaveCount(0);
    await scan(server, await newMember(server), texts[1] ?? "");
  });
});
