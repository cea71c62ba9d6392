import { createHmac, randomInt, randomUUID } from "node:crypto";
import { expect, request } from "@playwright/test";
import type { Server } from "./server";

/** The password of all people in the demo and in the tests. */
export const PASSWORD = "Cotton-tree-88";
export const ALICE = { email: "alice@kapok.example", phone: "61234567" };
export const BOB = { email: "bob@kapok.example", phone: "91234567" };
export const CAMPAIGN_CODE = "KAPOK-DEMO-50";

export interface Member {
  _id: string;
  email: string;
  shortId: string;
  firstName: string;
  referralCode: string;
}

interface Parts {
  token?: string;
  headers?: Record<string, string>;
  body?: unknown;
}

/** One call without a browser or cookies. Fails on a refusal. */
export async function call(
  server: Server,
  method: string,
  path: string,
  { token, headers, body }: Parts = {},
) {
  // Node's fetch sends Sec-Fetch-Mode, so the server would treat it as a browser.
  const script = await request.newContext({ baseURL: server.url });
  try {
    const response = await script.fetch(path, {
      method,
      headers: { ...(token ? { Authorization: `Bearer ${token}` } : {}), ...headers },
      ...(body === undefined ? {} : { data: body }),
    });
    if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`);
    // Calls without a body answer 204.
    return response.status() === 204 ? undefined : await response.json();
  } finally {
    await script.dispose();
  }
}

const someone = () => randomInt(1_000_000, 9_999_999);
/** An unused e-mail address. */
export const newEmail = () => `member${someone()}@kapok.example`;
/** An unused phone number. */
export const newPhone = () => `5${someone()}`;

/** The newest code sent to an address or a number, once there are `count` codes. */
export async function codeFor(server: Server, contact: string, count = 1): Promise<string> {
  const to = contact.includes("@") ? contact : `+852${contact}`;
  const codes = async () =>
    (await server.messages(to)).flatMap(({ text }) => text.match(/(?<!\d)\d{6}(?!\d)/)?.[0] ?? []);
  await expect.poll(async () => (await codes()).length, `codes to ${to}`).toBeGreaterThanOrEqual(count);
  return (await codes()).at(-1) ?? "";
}

/** The newest password reset link. */
export async function resetLinkFor(server: Server, email: string): Promise<string> {
  const links = async () =>
    (await server.messages(email)).flatMap(({ text }) => text.match(/\S+\/resetPassword\/\S+/)?.[0] ?? []);
  await expect.poll(async () => (await links()).length, `links to ${email}`).toBeGreaterThan(0);
  return (await links()).at(-1) ?? "";
}

/** A session of a member for scripts. */
export async function tokenOf(server: Server, email: string): Promise<string> {
  const body = { userIdentifier: email, userPassword: PASSWORD };
  return (await call(server, "POST", "/api/auth/login", { body })).token;
}

interface Session {
  token: string;
  since: number;
}

const staffSessions = new WeakMap<Server, Map<string, Session>>();
/** Shorter than the time after which some calls ask for the password again. */
const FRESH_MS = 300_000;

/** A session of a staff member for scripts, which the tests share, because a sign-in is slow on purpose. */
export async function staffToken(server: Server, email: string): Promise<string> {
  const known = staffSessions.get(server) ?? new Map<string, Session>();
  staffSessions.set(server, known);
  const kept = known.get(email);
  // A test may have ended all sessions of this person.
  if (kept && Date.now() - kept.since < FRESH_MS && (await isSignedIn(server, kept.token))) return kept.token;
  const body = { email, password: PASSWORD };
  const { token } = await call(server, "POST", "/api/staff/login", { body });
  known.set(email, { token, since: Date.now() });
  return token;
}

async function isSignedIn(server: Server, token: string): Promise<boolean> {
  return call(server, "GET", "/api/staff/me", { token }).then(
    () => true,
    () => false,
  );
}

/** Marks the tutorial as seen. */
export async function settleIn(server: Server, email: string) {
  await call(server, "PUT", "/api/auth/updateUser", {
    token: await tokenOf(server, email),
    body: { firstTimeLogin: false },
  });
}

/** A new member, made through the API; the server must run without a captcha. */
export async function newMember(
  server: Server,
  { points = 0, phone, tutorial = false }: { points?: number; phone?: string; tutorial?: boolean } = {},
): Promise<Member> {
  const email = newEmail();
  const post = (path: string, body: object) => call(server, "POST", `/api/auth/${path}`, { body });
  const { registrationId } = await post("initRegistration", {});
  await post("sendEmailOTP", { registrationId, email });
  await post("verifyEmailOTP", { registrationId, email, otp: await codeFor(server, email) });
  if (phone) {
    await post("sendSMSOTP", { registrationId, phone });
    await post("verifySMSOTP", { registrationId, phone, otp: await codeFor(server, phone) });
  }
  const { user } = await post("createAccount", {
    registrationId,
    firstName: "Ka Yan",
    lastName: "Lau",
    userEmail: email,
    userPassword: PASSWORD,
    hasEmail: true,
    hasPhone: phone !== undefined,
    ...(phone ? { userPhone: phone } : {}),
  });
  if (points > 0) await givePoints(server, user._id, points);
  if (!tutorial) await settleIn(server, email);
  return {
    _id: user._id,
    email,
    shortId: user.shortId,
    firstName: user.firstName,
    referralCode: user.referralCode,
  };
}

async function givePoints(server: Server, id: string, points: number) {
  await call(server, "POST", `/api/admin/members/${id}/adjust`, {
    token: await staffToken(server, "operator@kapok.example"),
    headers: { "Idempotency-Key": `e2e-${id}-${points}` },
    body: { points, reason: "Points to test with" },
  });
}

/**
 * The PIN of `newCardHolder`: a member with only a card, with points, and with two more of each of the
 * merchant's coupons in stock; it gives the card's number.
 */
export const CARD_PIN = "4071";

export async function newCardHolder(server: Server, points: number): Promise<string> {
  const token = await staffToken(server, "operator@kapok.example");
  const body = { firstName: "Tai Man", lastName: "Chan" };
  const made = await call(server, "POST", "/api/admin/members", { token, body });
  await givePoints(server, made._id, points);
  await call(server, "PUT", `/api/admin/members/${made._id}/card-pin`, { token, body: { pin: CARD_PIN } });
  const { partnerId } = await merchant(server);
  const items: { _id: string; type: string; partnerId?: string }[] = await call(
    server,
    "GET",
    "/api/admin/items?limit=500",
    { token },
  );
  for (const item of items)
    if (item.type === "coupon" && item.partnerId === partnerId) await restock(server, item._id, 2);
  return made.shortId;
}

/** Subscribes a browser to a member's push notifications. */
export async function subscribe(server: Server, email: string, subscription: object) {
  const token = await tokenOf(server, email);
  await call(server, "POST", "/api/auth/subscribe", { token, body: { subscription } });
}

/** A member of the demo sends points to a recipient. */
export async function sendPoints(server: Server, to: string, amount: number) {
  await call(server, "POST", "/api/transaction/transfer", {
    token: await tokenOf(server, ALICE.email),
    headers: { "Idempotency-Key": randomUUID() },
    body: { recipient: to, amount },
  });
}

/** The state of a coupon's code, from the counter's API. */
export async function verifyAtCounter(server: Server, code: string): Promise<string> {
  const token = await staffToken(server, "merchant@kapok.example");
  return (await call(server, "POST", "/api/merchant/verify", { token, body: { code } })).status;
}

/** Another operator archives a partner. */
export async function putAway(server: Server, id: string) {
  await call(server, "POST", "/api/admin/partners/bulk", {
    token: await staffToken(server, "operator@kapok.example"),
    body: { action: "archive", ids: [id] },
  });
}

interface WaitingTill {
  link: string;
  code: string;
  till: { _id: string; name: string };
}

/** A new till at the demo's outlet that waits for its device, with a name of its own. */
export async function waitingTill(server: Server): Promise<WaitingTill> {
  const token = await staffToken(server, "operator@kapok.example");
  const { partnerId } = await merchant(server);
  const of = `/api/admin/partners/${partnerId}`;
  const [outlet] = await call(server, "GET", `${of}/outlets`, { token });
  const { length } = await call(server, "GET", `${of}/tills`, { token });
  const body = { name: `Till ${length + 2}` };
  return await call(server, "POST", `/api/admin/outlets/${outlet._id}/tills`, { token, body });
}

/** The demo's merchant. */
export async function merchant(server: Server): Promise<{ partnerId: string }> {
  return await call(server, "GET", "/api/staff/me", {
    token: await staffToken(server, "merchant@kapok.example"),
  });
}

interface ItemOnOffer {
  _id: string;
  type: string;
  partner?: string;
  name: { en: string; zh: string; zhhk: string };
}

/** Buys a coupon of the demo's merchant for a member; gives its id, its name and the points that are left. */
export async function boughtCoupon(server: Server, email: string) {
  const token = await tokenOf(server, email);
  const { partnerId } = await merchant(server);
  const items: ItemOnOffer[] = await call(server, "GET", "/api/redeem/list", { token });
  const item = items.find(({ type, partner }) => type === "coupon" && partner === partnerId);
  if (!item) throw new Error("The demo's merchant has no coupon.");
  // The demo has a small stock, and all tests of a browser share one demo.
  await restock(server, item._id, 1);
  const { redemption, points } = await buy(server, email, item._id);
  return { id: String(redemption._id), name: item.name, balance: String(points) };
}

/** A member buys an item, once. */
export async function buy(server: Server, email: string, item: string) {
  return await call(server, "POST", `/api/redeem/purchase/${item}`, {
    token: await tokenOf(server, email),
    headers: { "Idempotency-Key": `e2e-${email}` },
    body: { quantity: 1 },
  });
}

/** Buys and opens a coupon of the demo's merchant for a member; gives its code and its id. */
export async function openedRedemption(server: Server, email: string): Promise<{ id: string; code: string }> {
  const { id } = await boughtCoupon(server, email);
  const token = await tokenOf(server, email);
  const { itemContent } = await call(server, "POST", `/api/redeem/use/${id}`, { token, body: {} });
  return { id, code: itemContent.qrcode ?? itemContent.barCode };
}

/** The code that a member's app shows at this moment, where codes change every 30 seconds. */
export async function changingCode(server: Server, email: string): Promise<string> {
  const { codes } = await call(server, "GET", "/api/auth/counterCodes", {
    token: await tokenOf(server, email),
  });
  return codes[0];
}

/** Buys and opens a coupon, and returns its code. */
export async function openedCoupon(server: Server, email: string): Promise<string> {
  return (await openedRedemption(server, email)).code;
}

/** A member opens one of their coupons; the answer is whether that succeeded. */
export async function opens(server: Server, email: string, coupon: string): Promise<boolean> {
  const opening = call(server, "POST", `/api/redeem/use/${coupon}`, {
    token: await tokenOf(server, email),
    body: {},
  });
  return opening.then(
    () => true,
    (error: Error) => {
      if (!error.message.includes('"already_used"')) throw error;
      return false;
    },
  );
}

/** An owner invites a person to the admin app or to a partner's counter; gives the path of the link. */
export async function invitation(
  server: Server,
  email: string,
  role: string,
  partnerId?: string,
): Promise<string> {
  const token = await staffToken(server, "owner@kapok.example");
  const body = { name: "Wing Chan", email, role, ...(partnerId && { partnerId }) };
  const { invitation } = await call(server, "POST", "/api/admin/staff", { token, body });
  return new URL(invitation.link).pathname;
}

/** A second owner, without whom the programme cannot demand two people. */
export async function anotherOwner(server: Server) {
  const token = (await invitation(server, newEmail(), "owner")).split("/").at(-1);
  await call(server, "POST", "/api/staff/link/accept", {
    body: { token, name: "Wing Chan", password: PASSWORD },
  });
}

export interface Manager {
  email: string;
  /** The next code of the authenticator app. */
  code(): string;
  recoveryCodes: readonly string[];
}

/** A new manager of the demo's counter, with an authenticator app. */
export async function newManager(server: Server): Promise<Manager> {
  const email = newEmail();
  const { partnerId } = await merchant(server);
  const link = (await invitation(server, email, "merchant", partnerId)).split("/").at(-1);
  await call(server, "POST", "/api/staff/link/accept", {
    body: { token: link, name: "Wing Chan", password: PASSWORD },
  });
  const token = await staffToken(server, email);
  const totp = (rest: string, body: object) =>
    call(server, "POST", `/api/staff/second-factor/totp${rest}`, { token, body });
  const { secret } = await totp("", {});
  const { recoveryCodes } = await totp("/confirm", { code: appCode(secret, 0) });
  return { email, recoveryCodes, code: () => appCode(secret, 1) };
}

const STEP_MS = 30_000;

/** An authenticator code some steps from now (RFC 6238), because each code is accepted once. */
function appCode(secret: string, ahead: number): string {
  const bits = Array.from(secret, (sign) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(sign).toString(2).padStart(5, "0"),
  ).join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + ahead));
  const digest = createHmac("sha1", key).update(step).digest();
  const word = digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(word % 1_000_000).padStart(6, "0");
}

/** A member buys the cheapest exchange, which an operator has to settle. */
export async function askForExchange(server: Server, email: string) {
  const token = await tokenOf(server, email);
  const found = await call(server, "GET", "/api/redeem/list?limit=500", { token });
  const items: { _id: string; type: string; points: number }[] = Array.isArray(found) ? found : found.data;
  const [cheapest] = items.filter(({ type }) => type === "exchange").sort((a, b) => a.points - b.points);
  await call(server, "POST", `/api/redeem/purchase/${cheapest?._id}`, {
    token,
    headers: { "Idempotency-Key": randomUUID() },
    body: { quantity: 1, walletAddress: "0x52908400098527886E0F7030069857D2E4169EE7" },
  });
}

async function settleNewest(server: Server, action: "confirm" | "reject", body: object) {
  const token = await staffToken(server, "operator@kapok.example");
  const waiting = await call(server, "GET", "/api/admin/redemptions?status=processing", { token });
  const [newest] = Array.isArray(waiting) ? waiting : waiting.data;
  await call(server, "POST", `/api/admin/redemptions/${newest._id}/${action}`, { token, body });
}

/** An operator rejects the newest pending exchange. */
export const rejectExchange = (server: Server, reason: string) => settleNewest(server, "reject", { reason });

/** An operator confirms the newest pending exchange. */
export const confirmExchange = (server: Server) => settleNewest(server, "confirm", {});

interface ReportDay {
  day: string;
  transactions: number;
  issued: number;
  outstanding: number;
  pending: number;
}

/** The server's report of the last days. */
export async function reportDays(server: Server): Promise<ReportDay[]> {
  const token = await staffToken(server, "owner@kapok.example");
  return (await call(server, "GET", "/api/admin/reports/summary", { token })).days;
}

/** An unpublished article. */
export async function newDraft(
  server: Server,
  title: { en: string; zh?: string; zhhk?: string },
): Promise<string> {
  const token = await staffToken(server, "operator@kapok.example");
  const body = { type: "news", title, content: { en: "<p>Soon.</p>" }, active: false };
  return (await call(server, "POST", "/api/admin/articles", { token, body }))._id;
}

/** An unpublished coupon. */
export async function newItem(server: Server, name: string, more: object = {}): Promise<string> {
  const body = {
    type: "coupon",
    name: { en: name, zh: name, zhhk: name },
    points: 10,
    content: { kind: "generated", format: "qrcode" },
    active: false,
    ...more,
  };
  const token = await staffToken(server, "operator@kapok.example");
  return (await call(server, "POST", "/api/admin/items", { token, body }))._id;
}

/** Adds to an item's stock; a negative number acts like sales. */
export async function restock(server: Server, id: string, add: number) {
  const token = await staffToken(server, "operator@kapok.example");
  await call(server, "POST", `/api/admin/items/${id}/stock`, { token, body: { add } });
}

/** An owner changes some settings, based on their current values. */
export async function decide(server: Server, changes: object) {
  const token = await staffToken(server, "owner@kapok.example");
  const path = "/api/admin/settings";
  const body = { ...(await call(server, "GET", path, { token })), ...changes };
  await call(server, "PUT", path, { token, headers: { "If-Match": "*" }, body });
}

/** Demands two people for important actions, once: a later change of the settings would need a second person too. */
export async function demandTwo(server: Server) {
  const token = await staffToken(server, "owner@kapok.example");
  if ((await call(server, "GET", "/api/admin/settings", { token })).twoPerson) return;
  await anotherOwner(server);
  await decide(server, { twoPerson: true });
}

/** An announcement to members with more points than any member has. */
export async function newAnnouncement(server: Server, en: string): Promise<string> {
  const token = await staffToken(server, "operator@kapok.example");
  const words = { en, zh: en, zhhk: en };
  const body = { title: words, body: words, segment: { minPoints: Number.MAX_SAFE_INTEGER } };
  return (await call(server, "POST", "/api/admin/notifications", { token, body }))._id;
}

/** Sends an announcement at once, without the time in which the desk lets it be stopped. */
export async function sendAnnouncement(server: Server, id: string) {
  const token = await staffToken(server, "operator@kapok.example");
  await call(server, "POST", `/api/admin/notifications/${id}/send`, { token, body: {} });
}

/** An owner changes an announcement's title, based on its current version. */
export async function reannounce(server: Server, id: string, en: string) {
  const token = await staffToken(server, "owner@kapok.example");
  const path = `/api/admin/notifications/${id}`;
  const { title, body: words, segment } = await call(server, "GET", path, { token });
  const body = { title: { ...title, en }, body: words, segment };
  await call(server, "PUT", path, { token, headers: { "If-Match": "*" }, body });
}

/** An owner changes an article's title, based on its current version. */
export async function retitle(server: Server, id: string, en: string) {
  const token = await staffToken(server, "owner@kapok.example");
  const path = `/api/admin/articles/${id}`;
  const { type, content, coverImg, title } = await call(server, "GET", path, { token });
  const body = { type, content, coverImg, title: { ...title, en }, active: false };
  await call(server, "PUT", path, { token, headers: { "If-Match": "*" }, body });
}

/** The demo's merchant awards points for a bill; gives the transaction's id. */
export async function award(server: Server, member: Member, amountHkd: string, receipt: string) {
  const awarded = await call(server, "POST", "/api/merchant/award", {
    token: await staffToken(server, "merchant@kapok.example"),
    headers: { "Idempotency-Key": `e2e-${receipt}` },
    body: { member: member.shortId, amountHkd, receipt },
  });
  return String(awarded.transactionId);
}

/** Another owner writes an article's English text. */
export async function writeArticle(server: Server, id: string, en: string) {
  const token = await staffToken(server, "owner@kapok.example");
  const path = `/api/admin/articles/${id}`;
  const { type, content, title } = await call(server, "GET", path, { token });
  const body = { type, title, content: { ...content, en }, active: false };
  await call(server, "PUT", path, { token, headers: { "If-Match": "*" }, body });
}

/** An article's English text on the server. */
export async function articleText(server: Server, id: string): Promise<string> {
  const token = await staffToken(server, "owner@kapok.example");
  return (await call(server, "GET", `/api/admin/articles/${id}`, { token })).content.en;
}

/** Scans a code as that member. */
export async function scan(server: Server, member: Member, qr: string) {
  await call(server, "POST", "/api/redeem/scanQR", {
    token: await tokenOf(server, member.email),
    body: { qr },
  });
}

/** Another owner changes a record, based on its current version. */
export async function changeMeanwhile<T extends object>(
  server: Server,
  path: string,
  change: (now: T) => object,
) {
  const token = await staffToken(server, "owner@kapok.example");
  const body = change(await call(server, "GET", path, { token }));
  await call(server, "PUT", path, { token, headers: { "If-Match": "*" }, body });
}

/** An outlet of the demo's merchant. */
export async function newOutlet(server: Server, en: string): Promise<{ partner: string; path: string }> {
  const token = await staffToken(server, "operator@kapok.example");
  const { partnerId } = await merchant(server);
  const path = `/api/admin/partners/${partnerId}/outlets`;
  const { _id } = await call(server, "POST", path, { token, body: { name: { en } } });
  return { partner: partnerId, path: `/api/admin/outlets/${_id}` };
}

/** An API key of the demo's merchant; gives the path where it can be changed. */
export async function newKey(server: Server, name: string): Promise<string> {
  const token = await staffToken(server, "owner@kapok.example");
  const { partnerId } = await merchant(server);
  const body = { partnerId, name, scopes: ["award", "collect"], networks: [], expiresInDays: 30 };
  const { _id } = await call(server, "POST", "/api/admin/api-keys", { token, body });
  return `/api/admin/api-keys/${_id}`;
}
