import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Page } from "@playwright/test";

export interface Note {
  id: string;
  title: string;
  body: string;
  lang: string;
  url: string;
}

/** A push service and a browser behind it: it decrypts the server's messages with the browser's keys. */
export class PushService {
  private readonly keys = createECDH("prime256v1");
  private readonly auth = randomBytes(16);
  private readonly taken: Buffer[] = [];
  private readonly http: HttpServer;
  /** The status of its answers. */
  status = 201;

  private constructor() {
    this.keys.generateKeys();
    this.http = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => {
        this.taken.push(Buffer.concat(parts));
        response.writeHead(this.status).end();
      });
    });
  }

  static async start(): Promise<PushService> {
    const service = new PushService();
    service.http.listen(0, "127.0.0.1");
    await once(service.http, "listening");
    return service;
  }

  stop() {
    this.http.close();
    this.http.closeAllConnections();
  }

  /** The browser's subscription, for the server. */
  get subscription() {
    return {
      endpoint: `http://127.0.0.1:${(this.http.address() as AddressInfo).port}/push`,
      keys: { p256dh: this.keys.getPublicKey("base64url"), auth: this.auth.toString("base64url") },
    };
  }

  /**
   * Makes pages subscribe here, because a browser needs its maker's push service only to subscribe.
   * The page's request is stored for checks.
   */
  async takeSubscriptionsOf(page: Page) {
    await page.addInitScript((made) => {
      const KEPT = "test:subscribed";
      const held = () => {
        const asked = localStorage.getItem(KEPT);
        if (asked === null) return null;
        const unsubscribe = async () => localStorage.removeItem(KEPT) === undefined;
        const key = atob(asked.replaceAll("-", "+").replaceAll("_", "/"));
        const applicationServerKey = Uint8Array.from(key, (sign) => sign.charCodeAt(0)).buffer;
        return { ...made, options: { applicationServerKey }, toJSON: () => made, unsubscribe };
      };
      Object.assign(PushManager.prototype, {
        getSubscription: async () => held(),
        subscribe: async (options: PushSubscriptionOptionsInit) => {
          localStorage.setItem(KEPT, String(options.applicationServerKey));
          return held();
        },
      });
    }, this.subscription);
  }

  /** The messages so far, once there are that many. */
  async notes(count: number): Promise<readonly Note[]> {
    await expect.poll(() => this.taken.length, "notes at the push service").toBeGreaterThanOrEqual(count);
    return this.taken.map((sealed) => this.open(sealed));
  }

  /** Decrypts by RFC 8291 and RFC 8188. */
  private open(sealed: Buffer): Note {
    const salt = sealed.subarray(0, 16);
    const end = 21 + (sealed[20] ?? 0);
    const sender = sealed.subarray(21, end);
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), this.keys.getPublicKey(), sender]);
    const derive = (from: Uint8Array, by: Uint8Array, label: Uint8Array, length: number) =>
      Buffer.from(hkdfSync("sha256", from, by, label, length));
    const secret = derive(this.keys.computeSecret(sender), this.auth, info, 32);
    const key = derive(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
    const nonce = derive(secret, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
    const cipher = createDecipheriv("aes-128-gcm", key, nonce);
    cipher.setAuthTag(sealed.subarray(-16));
    const opened = Buffer.concat([cipher.update(sealed.subarray(end, -16)), cipher.final()]);
    return JSON.parse(opened.subarray(0, opened.lastIndexOf(2)).toString());
  }
}
