import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer, type Server as HttpServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** One e-mail or SMS in the outbox. */
export interface Message {
  id: string;
  channel: "email" | "sms";
  to: string;
  subject: string;
  text: string;
}

export type Captcha = "altcha" | "none" | "turnstile";
/** The demo, or a programme without any data. */
/** `filled` is the demo with the members and purchases that scripts do not rely on. */
export type Programme = "demo" | "filled" | "fresh";

/** Prefix of captcha answers that the stand-in for Turnstile accepts; each is valid once. */
export const RIGHT_ANSWER = "a-person-s-answer";

/** Turnstile's server, as far as Kapok uses it. */
async function startVerifier(): Promise<HttpServer> {
  const verifier = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const form = new URLSearchParams(Buffer.concat(parts).toString());
      const right = form.get("response")?.startsWith(RIGHT_ANSWER) ?? false;
      const success = right && form.get("secret") === "a-secret";
      response.setHeader("Content-Type", "application/json");
      response.end(JSON.stringify({ success, hostname: "localhost", "error-codes": [] }));
    });
  });
  verifier.listen(0, "127.0.0.1");
  await once(verifier, "listening");
  return verifier;
}

function elsewhere(verifier: HttpServer | undefined): Record<string, string> {
  const address = verifier?.address();
  if (!address || typeof address === "string") return {};
  return {
    KAPOK_CAPTCHA__SITE_KEY: "a-site-key",
    KAPOK_CAPTCHA__SECRET: "a-secret",
    KAPOK_CAPTCHA__VERIFY_URL: `http://127.0.0.1:${address.port}/siteverify`,
    KAPOK_CAPTCHA__ALLOWED_HOSTS: `127.0.0.1:${address.port}`,
  };
}

const BUILT = fileURLToPath(new URL("../../../target/debug/kapok", import.meta.url));

/** The program with everything but its address. */
interface Command {
  binary: string;
  args: readonly string[];
  env: Record<string, string>;
}

/** Starts the program and waits for its link. Errors in its log are added to `troubles`. */
async function launch({ binary, args, env }: Command, listen: string, troubles: string[]) {
  const child = spawn(binary, [...args, "--listen", listen], { env, stdio: ["ignore", "pipe", "pipe"] });
  const log: string[] = [];
  createInterface({ input: child.stderr }).on("line", (line) => {
    log.push(line);
    if (line.includes('"ERROR"') || line.includes("panicked")) troubles.push(line);
  });
  const ready = new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      const link = line.match(/http:\S+/)?.[0];
      if (link) resolve(link);
    });
    child.once("exit", (code) => reject(new Error(`kapok stopped with ${code}:\n${log.join("\n")}`)));
  });
  return { child, setupLink: await ready };
}

async function end(child: ChildProcess) {
  child.kill("SIGTERM");
  if (child.exitCode === null) await once(child, "exit");
}

/** Moves a member's level and its purchases back in time, so that the level or its grace ends on a day from today on. */
const END_LEVEL = `
import sqlite3, sys, time
file, member, days = sqlite3.connect(sys.argv[1], timeout=10), bytes.fromhex(sys.argv[2]), int(sys.argv[3])
today = int(time.time() + 8 * 3600) // 86400
newest = "select coalesce(grace_day, until_day) from tier_change where member_id = ? order by number desc limit 1"
passed = file.execute(newest, (member,)).fetchone()[0] - today - days
names = ("since_day", "counted_from_day", "until_day", "grace_day", "due_day")
moved = ", ".join(f"{name} = {name} - {passed}" for name in names)
file.execute(f"update tier_change set {moved} where member_id = ?", (member,))
# A day more, because the twelve months of a leap year would count the purchases again.
file.execute(f"update tier_entry set day = day - {passed + 1} where member_id = ?", (member,))
file.commit()
`;

/** The real binary with its own folder and port. */
export class Server {
  readonly url: string;
  /** The set-up link of a programme without an owner. */
  readonly setupLink: string;
  private readonly command: Command;
  private readonly folder: string;
  private child: ChildProcess;
  private readonly troubles: string[];
  private readonly verifier: HttpServer | undefined;
  private readonly read = new Map<string, Promise<Message>>();

  private constructor(parts: {
    url: string;
    setupLink: string;
    command: Command;
    folder: string;
    child: ChildProcess;
    troubles: string[];
    verifier: HttpServer | undefined;
  }) {
    this.verifier = parts.verifier;
    this.url = parts.url;
    this.setupLink = parts.setupLink;
    this.command = parts.command;
    this.folder = parts.folder;
    this.child = parts.child;
    this.troubles = parts.troubles;
  }

  static async start(
    captcha: Captcha,
    programme: Programme = "demo",
    sourceScale = 100,
    settings: Record<string, string> = {},
  ): Promise<Server> {
    const binary = process.env.KAPOK_BIN || BUILT;
    if (!existsSync(binary))
      throw new Error(`No binary at ${binary}: run 'cargo build', or name one in KAPOK_BIN.`);
    const folder = await mkdtemp(join(tmpdir(), "kapok-e2e-"));
    const data = join(folder, "data");
    const verifier = captcha === "turnstile" ? await startVerifier() : undefined;
    const action = { demo: ["demo", "--plain"], filled: ["demo"], fresh: ["serve"] }[programme];
    const command = {
      binary,
      args: [...action, "--data-dir", data],
      // The environment of the person who runs the tests must not affect the results.
      env: {
        KAPOK_CAPTCHA__PROVIDER: captcha,
        ...elsewhere(verifier),
        // A real proof of work, but cheaper than on a phone.
        KAPOK_CAPTCHA__COST: "1000",
        KAPOK_LIMITS__SOURCE_SCALE: String(sourceScale),
        KAPOK_LOG__FORMAT: "json",
        // Tests have their own push services and run at any hour.
        KAPOK_PUSH__ALLOWED_HOSTS: "127.0.0.1",
        KAPOK_DELIVERY__QUIET_FROM_HOUR: "0",
        KAPOK_DELIVERY__QUIET_UNTIL_HOUR: "0",
        ...settings,
      },
    };
    const troubles: string[] = [];
    const { child, setupLink } = await launch(command, "127.0.0.1:0", troubles);
    const port = (await readFile(join(data, "listen"), "utf8")).trim().split(":").at(-1);
    return new Server({
      setupLink,
      url: `http://localhost:${port}`,
      command,
      folder: data,
      child,
      troubles,
      verifier,
    });
  }

  /** Ends the five minutes of an open coupon by moving its opening a day back in the database. */
  async lapse(coupon: string) {
    const program =
      "import sqlite3, sys; file = sqlite3.connect(sys.argv[1], timeout=10); day = 86400000; " +
      "found = file.execute('update redemption set opened_at_ms = opened_at_ms - ?, " +
      "expires_at_ms = expires_at_ms - ? where id = ?', (day, day, bytes.fromhex(sys.argv[2]))); " +
      "file.commit(); sys.exit(found.rowcount != 1)";
    await promisify(execFile)("python3", ["-c", program, join(this.folder, "kapok.db"), coupon]);
  }

  /**
   * Ends a member's level, or its grace, that many days from today, as if the time before had passed. The server starts
   * again at the same address, because it looks at levels when it starts. Pages have to be left before.
   */
  async endLevel(member: string, days: number) {
    await end(this.child);
    await promisify(execFile)("python3", [
      "-c",
      END_LEVEL,
      join(this.folder, "kapok.db"),
      member,
      String(days),
    ]);
    ({ child: this.child } = await launch(
      this.command,
      `127.0.0.1:${new URL(this.url).port}`,
      this.troubles,
    ));
  }

  /** Every message to an address or a number, oldest first. */
  async messages(to: string): Promise<Message[]> {
    const outbox = join(this.folder, "outbox");
    // Files that are still being written have another ending.
    const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith(".json")).sort();
    const all = await Promise.all(names.map((name) => this.message(join(outbox, name))));
    return all.filter((message) => message.to === to);
  }

  /** Reads a message once: an outbox grows during the tests, and messages in it do not change. */
  private message(path: string): Promise<Message> {
    const read = this.read.get(path) ?? readFile(path, "utf8").then((text): Message => JSON.parse(text));
    this.read.set(path, read);
    return read;
  }

  /** Stops the server, verifies its ledger, and fails on unexpected errors in the log. */
  async stop() {
    try {
      await promisify(execFile)(this.command.binary, ["verify", "--data-dir", this.folder], { env: {} });
    } finally {
      await end(this.child);
      this.verifier?.close();
      await rm(join(this.folder, ".."), { recursive: true, force: true });
    }
    if (this.troubles.length > 0) throw new Error(`the server logged errors:\n${this.troubles.join("\n")}`);
  }
}
