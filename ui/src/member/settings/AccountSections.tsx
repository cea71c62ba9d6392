import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { sessionsQuery } from "./account";
import { DataSection } from "./DataSection";
import { SessionsSection } from "./SessionsSection";

/** Sessions, data export, closing of the account, and the foot of the screen. */
export function AccountSections({ children }: { children: ReactNode }) {
  // All at once: the length of the list is unknown, and it would shift the sections below.
  const sessions = useQuery(sessionsQuery());
  if (!sessions.isFetched) return null;
  return (
    <>
      <SessionsSection sessions={sessions} />
      <DataSection />
      {children}
    </>
  );
}
