import { DataSection } from "./DataSection";
import { SessionsSection } from "./SessionsSection";

/** Where the account is open, and the ways to take its data along and to close it. */
export function AccountSections() {
  return (
    <>
      <SessionsSection />
      <DataSection />
    </>
  );
}
