import type { CDPSession, Page } from "@playwright/test";

/** A virtual fingerprint reader: it accepts at once, or never. */
export class Authenticator {
  private readonly session: CDPSession;
  private readonly id: string;

  private constructor(session: CDPSession, id: string) {
    this.session = session;
    this.id = id;
  }

  static async install(page: Page): Promise<Authenticator> {
    const session = await page.context().newCDPSession(page);
    await session.send("WebAuthn.enable", { enableUI: false });
    const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        ctap2Version: "ctap2_1",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return new Authenticator(session, authenticatorId);
  }

  /** Sets whether the finger is recognised. */
  async recognise(isUserVerified: boolean) {
    await this.session.send("WebAuthn.setUserVerified", { authenticatorId: this.id, isUserVerified });
  }

  /** The number of passkeys on the device. */
  async count(): Promise<number> {
    const { credentials } = await this.session.send("WebAuthn.getCredentials", { authenticatorId: this.id });
    return credentials.length;
  }
}
