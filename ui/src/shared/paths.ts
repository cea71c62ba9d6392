import type { components } from "../api/schema";

/** Every address of the member app. No other file spells one out. */
export const paths = {
  home: "/",
  explorer: "/explorer",
  rewards: "/myRewards",
  login: "/login",
  forgot: "/forgotPassword",
  message: "/message",
  redeem: "/redeem",
  saved: "/saved",
  edit: "/user-edit",
  face: "/user-picture",
  settings: "/settings",
  guide: "/user-guide",
  help: "/help",
  privacy: "/terms-privacy",
  newTerms: "/new-terms",
  profile: "/profile",
  points: "/points",
  statements: "/statements",
  carbon: "/carbon",
  goals: "/goals",
  carbonMethod: "/carbon/method",
  transfer: "/transfer",
  notifications: "/notifications",
  messages: "/message-settings",
  unsubscribe: "/unsubscribe",
  article: "/article/:id",
  partner: "/partner/:id",
  outlets: "/partner/:id/outlets",
  claims: "/claims",
  newClaim: "/claims/new",
  claim: "/claims/:id",
  scan: "/scanQR",
  // A link that a till printed; it gives points once.
  earn: "/earn/:link",
  signup: "/signup",
  // The page of an invitation link. The server answers it with a preview for messengers.
  invite: "/invite/:code",
  // The screen removes the token from the address bar after it read it.
  reset: "/resetPassword/:token?",
} as const;

export function articlePath(id: string): string {
  return paths.article.replace(":id", encodeURIComponent(id));
}

export function partnerPath(id: string): string {
  return paths.partner.replace(":id", encodeURIComponent(id));
}

export function outletsPath(partner: string): string {
  return paths.outlets.replace(":id", encodeURIComponent(partner));
}

export function invitePath(code: string): string {
  return paths.invite.replace(":code", encodeURIComponent(code));
}

export function claimPath(id: string): string {
  return paths.claim.replace(":id", encodeURIComponent(id));
}

/** The reset screen's address without its token. */
export const resetPath = paths.reset.replace("/:token?", "");

/** The addresses of staff. Not part of `paths`: the member app has no link to them. */
export const staffPaths = {
  setup: "/admin/setup/:token?",
  admin: "/admin/*",
  portal: "/merchant/portal/*",
  merchant: "/merchant/*",
} as const;

/** The set-up screen's address without its token. */
export const setupPath = staffPaths.setup.replace("/:token?", "");

/** The navigation state that gives the next screen a back icon. */
export const withBack = { showBackIcon: true } as const;

/** The navigation state of a step that has its own buttons and no room for the tab bar. */
export const withoutBar = { withoutBar: true } as const;

/** Navigation state for the login screen: why the member had to leave a screen. */
export interface LeftState {
  /** True if a session ended, false if there was none. */
  ended: boolean;
  /** The address where the member was or wanted to go. */
  asked: string;
}

/** The navigation state that opens a coupon on Saved: the question comes at once. */
export interface OpenCouponState {
  openCoupon: string;
}

/** The navigation state that fills in a new claim from a receipt. */
export interface ClaimAboutState {
  claimAbout: {
    transaction: string;
    /** The time of the purchase. */
    created: string;
    partner?: string;
    amountHkd?: string;
    receipt?: string;
  };
}

/** The navigation state that opens a receipt in the history of points. */
export interface OpenReceiptState {
  /** The id of the transaction. */
  receipt: string;
}

/** A coupon that was just bought, or that a code gave, for the result page. */
export interface BoughtCoupon {
  _id: string;
  name: components["schemas"]["LocalizedText"];
  image: string;
  partner?: string | undefined;
  useBy?: string | undefined;
  /** The price; 0 for a gift. */
  points: number;
  /** The balance after it. */
  balance: number;
}

/** The state that a screen passes to the result page (`paths.message`) in the navigation state. */
export interface MessageState {
  /** Chooses the flower for success or error. */
  tone: "success" | "error";
  title?: string;
  message: string;
  buttonText: string;
  /** An address inside the app. */
  buttonLink: string;
  /** Points that arrived, which the page counts up. */
  earned?: { points: number; balance: number };
  /** A coupon that the page shows with the choice to open it. */
  bought?: BoughtCoupon;
}
