import { Fragment } from "react";

/** A long address or name of somebody's choosing: it breaks after its @ or its signs, and turns no text around it. */
export function BreakableText({ text }: { text: string }) {
  return (
    <bdi>
      {text.split(text.includes("@") ? /(?<=@)/ : /(?<=[._-])/).map((part, place) => (
        <Fragment key={place}>
          {place > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </bdi>
  );
}
