/** Devices that can open an address: all, those that need no camera, or only the computer that serves it. */
export type Reach = "everywhere" | "withoutCamera" | "here";

/** The reach of an address. Browsers give the camera to pages with https alone, and a loopback address leads nowhere else. */
export function reachOf(address: string): Reach {
  const { hostname, protocol } = new URL(address);
  const loopback = hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "[::1]";
  if (loopback || /^127(\.\d+){3}$/.test(hostname)) return "here";
  return protocol === "https:" ? "everywhere" : "withoutCamera";
}
