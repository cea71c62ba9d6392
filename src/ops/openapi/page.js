// The script of the API page: search, and examples in three languages. Without this script the page shows the examples
// for the shell.
"use strict";

const LANGUAGES = { shell: "Shell", python: "Python", javascript: "JavaScript" };
const KEPT = "kapok-api-language";

/**
 * What the example of a call is written from: `flags` has t with a token, k with an idempotency key, v with a version, c
 * with a body in CSV and p with a picture. The address is that of the example for the shell.
 */
function callOf(verb, flags, body, shell) {
  return { verb, flags, body, path: shell.match(/\$KAPOK_URL([^"]*)"/)[1] };
}

/** The example of a call in a language other than the shell. */
function example(language, { verb, path, flags, body }) {
  const has = (flag) => flags.includes(flag);
  const kind = has("c") ? "text/csv" : has("p") ? "image/png" : body && "application/json";
  const isJson = kind === "application/json";
  const lines = (all) => all.flat().filter((line) => typeof line === "string");
  if (language === "python") {
    const headers = lines([
      has("t") && `"Authorization": "Bearer " + os.environ["KAPOK_TOKEN"]`,
      has("k") && `"Idempotency-Key": str(uuid.uuid4())`,
      has("v") && `"If-Match": "*"`,
      kind && `"Content-Type": "${kind}"`,
    ]);
    const data = isJson ? "json.dumps(body).encode()" : has("c") ? "body.encode()" : `open("picture.png", "rb").read()`;
    return lines([
      `import ${lines([isJson && "json", "os", "urllib.error", "urllib.request", has("k") && "uuid"]).join(", ")}`,
      "",
      isJson && `body = json.loads(r'''${body}''')`,
      has("c") && `body = ${JSON.stringify(body)}`,
      "request = urllib.request.Request(",
      `    os.environ["KAPOK_URL"] + "${path}",`,
      `    method="${verb}",`,
      kind && `    data=${data},`,
      headers.length > 0 && ["    headers={", ...headers.map((line) => `        ${line},`), "    },"],
      ")",
      "try:",
      "    answer = urllib.request.urlopen(request)",
      "except urllib.error.HTTPError as problem:",
      "    answer = problem",
      `print(answer.status, answer.read().decode(errors="replace"))`,
    ]).join("\n");
  }
  if (language === "javascript") {
    const headers = lines([
      has("t") && "Authorization: `Bearer ${process.env.KAPOK_TOKEN}`",
      has("k") && `"Idempotency-Key": crypto.randomUUID()`,
      has("v") && `"If-Match": "*"`,
      kind && `"Content-Type": "${kind}"`,
    ]);
    const data = isJson ? `JSON.stringify(${body})` : has("c") ? JSON.stringify(body) : `readFileSync("picture.png")`;
    return lines([
      has("p") && [`import { readFileSync } from "node:fs";`, ""],
      `const answer = await fetch(\`\${process.env.KAPOK_URL}${path}\`, {`,
      `  method: "${verb}",`,
      headers.length > 0 && ["  headers: {", ...headers.map((line) => `    ${line},`), "  },"],
      kind && `  body: ${data},`,
      "});",
      "console.log(answer.status, await answer.text());",
    ]).join("\n");
  }
  return undefined;
}

function addTabs() {
  const asides = [...document.querySelectorAll("aside")];
  let chosen = localStorage.getItem(KEPT);
  if (!Object.hasOwn(LANGUAGES, chosen)) chosen = "shell";
  const show = (aside) => {
    const { pre, call, shell } = aside.known;
    pre.textContent = example(chosen, call) ?? shell;
    for (const button of aside.querySelectorAll("[data-l]"))
      button.setAttribute("aria-pressed", String(button.dataset.l === chosen));
  };
  const choose = (language) => {
    chosen = language;
    localStorage.setItem(KEPT, language);
    for (const aside of asides) if (aside.known) show(aside);
  };
  const prepare = (aside) => {
    const pre = aside.querySelector("pre");
    const section = aside.closest("section");
    const shell = pre.textContent;
    const call = callOf(section.querySelector(".verb").textContent, aside.dataset.f, aside.dataset.b, shell);
    aside.known = { pre, call, shell };
    const bar = document.createElement("div");
    const button = (text, act, language) => {
      const made = document.createElement("button");
      made.type = "button";
      made.textContent = text;
      if (language) made.dataset.l = language;
      made.addEventListener("click", act);
      bar.append(made);
      return made;
    };
    for (const [language, text] of Object.entries(LANGUAGES)) button(text, () => choose(language), language);
    const copy = button("Copy", async () => {
      await navigator.clipboard.writeText(pre.textContent);
      copy.textContent = "Copied";
      setTimeout(() => (copy.textContent = "Copy"), 2000);
    });
    aside.prepend(bar);
    show(aside);
  };
  // The page has hundreds of examples, so each is prepared when it scrolls near the window.
  const near = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries)
        if (isIntersecting) {
          near.unobserve(target);
          prepare(target);
        }
    },
    { rootMargin: "600px" },
  );
  for (const aside of asides) near.observe(aside);
}

function addSearch() {
  const label = document.querySelector(".find");
  const input = label.querySelector("input");
  const none = document.querySelector(".none");
  const groups = [...document.querySelectorAll("nav details")].map((details) => ({
    details,
    rows: [...details.querySelectorAll("li")].map((row) => {
      const call = document.getElementById(row.firstChild.hash.slice(1));
      const words = [row.textContent, call.querySelector("code").textContent, call.id, details.firstChild.textContent];
      return { row, words: words.join(" ").toLowerCase() };
    }),
  }));
  label.hidden = false;
  input.addEventListener("input", () => {
    const wanted = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const { details, rows } of groups) {
      let here = 0;
      for (const { row, words } of rows) {
        row.hidden = !wanted.every((part) => words.includes(part));
        if (!row.hidden) here += 1;
      }
      details.hidden = here === 0;
      details.open = wanted.length > 0 && here > 0;
      found += here;
    }
    none.hidden = found > 0;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target.matches("input, textarea")) return;
    event.preventDefault();
    input.focus();
  });
  const mark = () => {
    for (const link of document.querySelectorAll("nav li a")) {
      const here = link.hash === location.hash;
      if (here) {
        link.setAttribute("aria-current", "true");
        link.closest("details").open = true;
      } else link.removeAttribute("aria-current");
    }
  };
  addEventListener("hashchange", mark);
  mark();
}

if (typeof document !== "undefined") {
  addTabs();
  addSearch();
}
if (typeof module !== "undefined") module.exports = { callOf, example };
