import DOMPurify from "dompurify";

/** The providers of captcha widgets. */
export type Provider = "turnstile" | "hcaptcha" | "recaptcha";

/** The part of their APIs that the three providers share. */
interface Api {
  render(at: HTMLElement, options: Record<string, unknown>): unknown;
  reset(id: unknown): void;
  remove?(id: unknown): void;
}

interface Trade {
  /** The global variable that the script sets. */
  name: string;
  script: string;
  /** URLs from which the widget's scripts may load. */
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
 * Allows the widget's scripts, and no others. These scripts do not use Trusted Types, so the default policy
 * sanitizes the HTML that they write. They cannot bring other code into the page.
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
    // The next attempt loads the script again.
    loading = undefined;
    throw error;
  });
  return loading;
}

export interface Shown {
  /** Shows a new challenge: an answer is valid for one attempt. */
  again(): void;
  /** Removes the widget from the page. */
  remove(): void;
}

/** Shows the provider's widget in `at`; fails when it cannot be loaded. */
export async function showWidget(
  at: HTMLElement,
  { provider, siteKey, language }: { provider: Provider; siteKey: string; language: string },
  hear: { answered(answer: string): void; lost(): void },
): Promise<Shown> {
  const api = await load(provider, language);
  // The member's choice for the page overrides the device's setting.
  const device = window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  // In a new element each time: some widgets cannot be rendered twice in the same element.
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
