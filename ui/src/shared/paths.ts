/** Every address of the member app. Nothing else spells one out. */
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
  settings: "/settings",
  guide: "/user-guide",
  privacy: "/terms-privacy",
  profile: "/profile",
  points: "/points",
  transfer: "/transfer",
  notifications: "/notifications",
  messages: "/message-settings",
  unsubscribe: "/unsubscribe",
  article: "/article/:id",
  partner: "/partner/:id",
  scan: "/scanQR",
  signup: "/signup",
  // Without the token once it was read: it has no business in an address bar.
  reset: "/resetPassword/:token?",
} as const;

export function articlePath(id: string): string {
  return paths.article.replace(":id", encodeURIComponent(id));
}

export function partnerPath(id: string): string {
  return paths.partner.replace(":id", encodeURIComponent(id));
}

/** The reset screen's address without its token. */
export const resetPath = paths.reset.replace("/:token?", "");

/** Where staff go. Apart from `paths`: no link in the member app leads there. */
export const staffPaths = {
  setup: "/admin/setup/:token?",
  admin: "/admin/*",
  merchant: "/merchant/*",
} as const;

/** The set-up screen's address without its token. */
export const setupPath = staffPaths.setup.replace("/:token?", "");

/** The navigation state that gives the next screen a back icon. */
export const withBack = { showBackIcon: true } as const;

/** The navigation state of a step that has ways on of its own, and no room for the bar. */
export const withoutBar = { withoutBar: true } as const;

/** What whoever had to leave for the way in brings along. */
export interface LeftState {
  /** Somebody's session was over. */
  ended: boolean;
  /** Where they were, or wanted to go. */
  asked: string;
}

/** What a screen tells the result page (`paths.message`) in the navigation state. */
export interface MessageState {
  /** Chooses the flower: done, or refused. */
  tone: "success" | "error";
  title?: string;
  message: string;
  buttonText: string;
  /** One of our own addresses. */
  buttonLink: string;
}
