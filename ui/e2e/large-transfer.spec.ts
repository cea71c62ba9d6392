import { paths } from "../src/shared/paths";
import { button, heading, logIn, secret } from "./support/app";
import { audit } from "./support/audit";
import { expect, inOneLanguage, test } from "./support/fixtures";
import { newMember, PASSWORD } from "./support/people";

inOneLanguage("zh", () => {
  test("a large transfer asks only for the password and is sent once", async ({
    page,
    say,
    server,
    watch,
  }) => {
    watch.expectStatus(401, "/api/transaction/transfer");
    watch.expectStatus(403, "/api/transaction/transfer");
    const [member, friend] = [await newMember(server, { points: 200 }), await newMember(server)];
    await logIn(page, say, member.email);
    await page.goto(paths.transfer);
    await page.getByRole("textbox", { name: say("transfer:recipient") }).fill(friend.email);
    const amount = page.getByRole("textbox", { name: say("transfer:amount") });
    await amount.fill("1,20");
    await expect(page.getByText(say("transfer:errors.notWhole"))).toBeVisible();
    await expect(amount).toHaveValue("");
    await audit(page, "an amount that is no whole number");
    await amount.fill("120");
    await button(page, say("transfer:review")).click();
    // The server answers like this if the last sign-in was long ago.
    const keys: (string | undefined)[] = [];
    await page.route("**/api/transaction/transfer", (route) => {
      keys.push(route.request().headers()["idempotency-key"]);
      const body = { status: 403, code: "reauth_required", message: "Log in" };
      return route.request().postDataJSON().currentPassword === undefined
        ? route.fulfill({ status: 403, contentType: "application/problem+json", json: body })
        : route.continue();
    });
    await button(page, say("transfer:confirm")).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toBeVisible();
    await audit(page, "many points ask for the password");
    await secret(page, say("transfer:proof.password")).fill("Not-mine-99");
    await button(dialog, say("transfer:proof.go")).click();
    await expect(dialog.getByText(say("transfer:proof.wrong"))).toBeVisible();
    await secret(page, say("transfer:proof.password")).fill(PASSWORD);
    await button(dialog, say("transfer:proof.go")).click();
    await expect(heading(page, say("transfer:sent", { count: 120, amount: "120" }))).toBeFocused();
    expect(new Set(keys).size).toBe(1);
  });
});
