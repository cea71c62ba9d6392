import { articlePath } from "../src/shared/paths";
import { heading, logIn } from "./support/app";
import { expect, test } from "./support/fixtures";
import { ALICE } from "./support/people";

declare global {
  interface Window {
    /** Set if a script of the article ran. */
    ran?: string;
  }
}

const HOSTILE = `
  <h2>Still here</h2>
  <script>window.ran = "script"</script>
  <img src="/media/none.jpg" onerror="window.ran = 'onerror'" alt="">
  <img src="https://evil.example/pixel.gif" alt="">
  <svg onload="window.ran = 'svg'"><script>window.ran = "script in svg"</script></svg>
  <math><mtext><img src=x onerror="window.ran = 'mutation'"></mtext></math>
  <iframe srcdoc="<script>parent.ran = 'frame'</script>"></iframe>
  <object data="data:text/html,<script>parent.ran='object'</script>"></object>
  <style>main { display: none }</style>
  <link rel="stylesheet" href="https://evil.example/style.css">
  <base href="https://evil.example/">
  <meta http-equiv="refresh" content="0;url=https://evil.example/">
  <form action="https://evil.example/"><input name="password"><button>Log in</button></form>
  <p id="app" class="x" style="position: fixed; inset: 0" data-x="y">Words</p>
  <a href="javascript:window.ran = 'link'">A trap</a>
  <a href="&#106;ava&#9;script:window.ran = 'hidden link'">A hidden trap</a>
  <a href="data:text/html,<script>1</script>">A page of its own</a>
  <a href="https://example.org/" target="_self">A way out</a>`;

test("a hostile article runs no script, reaches no other host and does not change the page", async ({
  page,
  say,
  watch,
}) => {
  watch.expectStatus(404, "/media/none.jpg");
  // The sanitiser parses it in a separate document, to which the page's policy applies too.
  watch.expectBlocked();
  await logIn(page, say, ALICE.email);
  // The route skips the server's sanitiser. The second defence is the app's, the third the page's policy.
  await page.route("**/api/article/detail/*", (route) => {
    const json = {
      _id: "hostile",
      type: "news",
      title: { en: "<img src=x onerror=\"window.ran = 'title'\">" },
      coverImg: { en: "/media/none.jpg" },
      content: { en: HOSTILE },
      created: "2026-03-01T00:00:00.000Z",
      likes: 0,
      reads: 0,
      likedUsers: [],
      readUsers: [],
    };
    return route.fulfill({ json });
  });
  await page.goto(articlePath("hostile"));
  await expect(heading(page, "Still here")).toBeVisible();
  const foreign =
    "script, svg[onload], math, iframe, object, style, link, base, meta, form, input, [style], [id=app]";
  const html = page.locator("[class*=html]");
  await expect(html.getByText("Words")).toBeVisible();
  await expect(html.locator(foreign)).toHaveCount(0);
  for (const attribute of ["onerror", "onload", "class", "data-x"])
    await expect(html.locator(`[${attribute}]`), attribute).toHaveCount(0);
  for (const trap of ["A trap", "A hidden trap", "A page of its own"]) {
    await expect(html.getByText(trap)).not.toHaveAttribute("href", /./);
    await html.getByText(trap).click();
  }
  const out = html.getByText("A way out");
  await expect(out).toHaveAttribute("target", "_blank");
  await expect(out).toHaveAttribute("rel", "noopener noreferrer");
  await expect(page).toHaveURL(articlePath("hostile"));
  expect(await page.evaluate(() => window.ran)).toBeUndefined();
});
