import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { sessionsQuery } from "./account";
import { DataSection } from "./DataSection";
import { SessionsSection } from "./SessionsSection";

/** Where the account is open, and the ways to take its data along and to close it; then the foot of the screen. */
export function AccountSections({ children }: { children: ReactNode }) {
  // All at once: nobody knows before how long the list will be, and it would move what is below.
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
