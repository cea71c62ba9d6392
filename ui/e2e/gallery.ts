// Photographs every screen and state of the member app, in three languages, light and dark, on narrow, usual
// and wide phones and in the desktop's frame: `npm --prefix ui run gallery -- /gallery`, then open
// ui/gallery/member/index.html.
import { inEachLanguage, test } from "./support/fixtures";
import { Photographs } from "./support/photographs";
import { CHAPTERS, walk } from "./support/states";

const USUAL = { name: "375", width: 375, height: 812 };
const photographs = new Photographs(
  "member",
  [
    { name: "320", width: 320, height: 640 },
    USUAL,
    { name: "430", width: 430, height: 932 },
    { name: "desktop", width: 1280, height: 900 },
  ],
  USUAL,
);

test.afterAll(() => photographs.writeIndex());

inEachLanguage((language) => {
  for (const chapter of CHAPTERS)
    test(chapter.name, async ({ page, say, server, context, watch }) => {
      await walk(chapter, { page, say, server, context, watch, language }, (name) =>
        photographs.take(page, name, language),
      );
    });
});
