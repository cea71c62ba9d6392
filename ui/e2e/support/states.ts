import { test } from "@playwright/test";
import { newMember } from "./people";
import { ACCOUNT } from "./states/account";
import { CLAIMS } from "./states/claims";
import { FAILURES } from "./states/failures";
import { GOAL_CHAPTERS } from "./states/goals";
import { REWARDS } from "./states/rewards";
import { SCANNING } from "./states/scanning";
import { SCREENS } from "./states/screens";
import type { Chapter, Stage } from "./states/stage";
import { VISITOR } from "./states/visitor";
import type { Watch } from "./watch";

/** Every screen with its states; in each chapter, a state is reached from the one before. */
export const CHAPTERS: readonly Chapter[] = [
  ...VISITOR,
  ...SCREENS,
  ...REWARDS,
  ...CLAIMS,
  ...GOAL_CHAPTERS,
  ...SCANNING,
  ...ACCOUNT,
  ...FAILURES,
];

/** The statuses that states provoke; only these may appear in the console. */
const PROVOKED = [400, 401, 404, 409, 410, 422, 500, 503];

type Given = Omit<Stage, "member"> & { watch: Watch };

/** Shows the states of a chapter in order and calls `look` for each. */
export async function walk(chapter: Chapter, given: Given, look: (name: string) => Promise<void>) {
  const { watch, ...place } = given;
  for (const status of PROVOKED) watch.expectStatus(status, "/api/");
  watch.expectCutLine();
  watch.expectCrash();
  const stage = { ...place, member: await newMember(place.server, chapter.member) };
  await chapter.begin?.(stage);
  for (const { name, show, after } of chapter.states) {
    await test.step(name, async () => {
      await show(stage);
      await look(name);
      await after?.(stage);
    });
  }
}
