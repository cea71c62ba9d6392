import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream";

/** A proxy before a server that alters one text file on request and passes on everything else. */
export class AlteringProxy {
  readonly url: string;
  private altered = false;
  private readonly server: ReturnType<typeof createServer>;

  private constructor(server: ReturnType<typeof createServer>) {
    this.server = server;
    this.url = `http://localhost:${(server.address() as AddressInfo).port}`;
  }

  /** `path` is the altered file; `change` makes its new text. */
  static async before(
    target: string,
    path: string,
    change: (text: string) => string,
  ): Promise<AlteringProxy> {
    const { host, origin } = new URL(target);
    const server = createServer((asked, answer) => {
      const headers = { ...asked.headers, host };
      if (headers.origin) headers.origin = origin;
      const passed = request(`${target}${asked.url}`, { method: asked.method, headers }, (got) => {
        const alters = front.altered && asked.url === path;
        // The altered text has another length.
        if (alters) delete got.headers["content-length"];
        answer.writeHead(got.statusCode ?? 502, got.headers);
        if (!alters) return pipeline(got, answer, () => {});
        const parts: Buffer[] = [];
        got.on("data", (part: Buffer) => parts.push(part));
        got.on("end", () => answer.end(change(Buffer.concat(parts).toString())));
      });
      if (front.altered && asked.url === path) passed.setHeader("accept-encoding", "identity");
      passed.on("error", () => answer.destroy());
      pipeline(asked, passed, () => {});
    });
    await new Promise<void>((ready) => server.listen(0, "localhost", ready));
    const front = new AlteringProxy(server);
    return front;
  }

  alter() {
    this.altered = true;
  }

  async stop() {
    this.server.closeAllConnections();
    await new Promise((stopped) => this.server.close(stopped));
  }
}
