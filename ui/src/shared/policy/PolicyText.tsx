import text from "../../kit/styles/text.module.css";
import css from "./PolicyText.module.css";
import type { Block } from "./policyText";

/** A legal text: headings, lists and paragraphs. */
export function PolicyText({ blocks }: { blocks: readonly Block[] }) {
  return (
    <article className={css.policy}>
      {blocks.map((block, index) => (
        <PolicyBlock key={index} block={block} />
      ))}
    </article>
  );
}

function PolicyBlock({ block }: { block: Block }) {
  if (block.kind === "heading") return <h2 className={text.t3}>{block.text}</h2>;
  if (block.kind === "paragraph") return <p>{block.text}</p>;
  return (
    <ul>
      {block.items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}
