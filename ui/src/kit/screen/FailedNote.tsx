import { type ReactNode, useContext } from "react";
import { BelowFailure } from "../loading/States";
import { Note } from "./Paper";

/** What the server refused or failed to do, with the app's way to help below it. */
export function FailedNote({ children }: { children: ReactNode }) {
  return (
    <Note tone="plum">
      {children}
      <div>{useContext(BelowFailure)}</div>
    </Note>
  );
}
