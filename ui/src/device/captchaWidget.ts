import DOMPurify from "dompurify";

/** The companies whose widget can tell people from scripts. */
export type Provider = "turnstile" | "hcaptcha" | "recaptcha";

/** What the three have in common. */
interface Api {
  render(at: HTMLElement, options: Record<string, unknown>): unknown;
  reset(id: unknown): void;
  remove?(id: unknown): void;
}

interface Trade {
  /** Under which name the script puts itself. */
  name: string;
  script: string;
  /** Addresses from which its parts may come. */
  parts: RegExp;
}

const READY = "kapokWidgetReady";
const PATIENCE_MS = 20_000;
const TRADES: Record<Provider, Trade> = {
  turnstile: {
    name: "turnstile",
    script: `https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit&onload=${READY}`,
    parts: /^https:\/\/challenges\.cloudflare\.com\//,
  },
  hcaptcha: {
    name: "hcaptcha",
    script: `https://js.hcaptcha.com/1/api.js?render=explicit&recaptchacompat=off&onload=${READY}`,
    parts: /^https:\/\/([a-z0-9-]+\.)?hcaptcha\.com\//,
  },
  recaptcha: {
    name: "grecaptcha",
    script: `https://www.google.com/recaptcha/api.js?render=explicit&onload=${READY}`,
    parts: /^https:\/\/(www\.google\.com|www\.gstatic\.com|recaptcha\.google\.com)\/recaptcha\//,
  },
};

interface Rules {
  createScriptURL(address: string): string;
  createHTML?(html: string): string;
}

/**
 * Lets the widget's parts start, and nobody else's. Its scripts know nothing of Trusted Types: what they
 * write as HTML is cleaned first, under the default policy, so that not even they can bring code into the page.
 */
function trust(provider: Provider): (address: string) => string {
  const factory: { createPolicy(name: string, rules: Rules): Rules } | undefined = Reflect.get(
    globalThis,
    "trustedTypes",
  );
  const createScriptURL = (address: string) => {
    if (TRADES[provider].parts.test(address)) return address;
    throw new TypeError("a script from elsewhere");
  };
  if (!factory) return createScriptURL;
  factory.createPolicy("default", { createScriptURL, createHTML: (html) => DOMPurify.sanitize(html) });
  const policy = factory.createPolicy("app-captcha", { createScriptURL });
  return (address) => policy.createScriptURL(address);
}

const pass = new Map<Provider, (address: string) => string>();
let loading: Promise<Api> | undefined;

function load(provider: Provider, language: string): Promise<Api> {
  loading ??= new Promise<Api>((resolve, reject) => {
    const script = document.createElement("script");
    const stop = setTimeout(() => reject(new Error("the widget is slow")), PATIENCE_MS);
    Reflect.set(window, READY, () => {
      clearTimeout(stop);
      resolve(Reflect.get(window, TRADES[provider].name));
    });
    script.onerror = () => reject(new Error("no widget"));
    const address = pass.get(provider) ?? trust(provider);
    pass.set(provider, address);
    script.async = true;
    script.src = address(`${TRADES[provider].script}&hl=${language}`);
    document.head.append(script);
  }).catch((error: unknown) => {
    // Another try loads it anew.
    loading = undefined;
    throw error;
  });
  return loading;
}

export interface Shown {
  /** Asks again: an answer is good for one try. */
  again(): void;
  /** Takes it off the page. */
  remove(): void;
}

/** Shows the provider's widget in `at`; fails when it cannot be loaded. */
export async function showWidget(
  at: HTMLElement,
  { provider, siteKey, language }: { provider: Provider; siteKey: string; language: string },
  hear: { answered(answer: string): void; lost(): void },
): Promise<Shown> {
  const api = await load(provider, language);
  // What the member chose for the page comes before the device's wish.
  const device = window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  // Inside an element of its own: some will not be shown twice in the same one.
  const place = document.createElement("div");
  at.replaceChildren(place);
  const id = api.render(place, {
    sitekey: siteKey,
    theme: document.documentElement.dataset.theme ?? device,
    language: language.toLowerCase(),
    callback: hear.answered,
    "expired-callback": hear.lost,
    "error-callback": hear.lost,
  });
  return {
    again: () => api.reset(id),
    remove: () => {
      api.remove?.(id);
      place.remove();
    },
  };
}
