import type { ComponentType } from "react";
import { loadWords } from "../i18n/i18n";
import { lazyComponent } from "../kit/loading/lazyComponent";
import type { Permission } from "./roles";

/** A lazily loaded screen with its translations. */
export function lazyScreen(words: readonly string[], load: () => Promise<ComponentType>) {
  return lazyComponent(async () => {
    const [component] = await Promise.all([load(), loadWords(words)]);
    return component;
  });
}

/** A screen of the admin app: its address, and the permission that it needs. */
export interface AdminScreen {
  path: string;
  needs: Permission | undefined;
  Screen: ReturnType<typeof lazyScreen>;
}
