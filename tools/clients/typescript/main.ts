// Makes some calls as a member of the demo by a client whose types come from the description of the API. Every program
// beside this one makes the same calls and prints the same lines. KAPOK_URL has the address of the demo.
import createClient from "openapi-fetch";
import type { paths } from "./schema.js";

const client = createClient<paths>({ baseUrl: process.env.KAPOK_URL });

/** The body of a success. */
function body<T>(answer: { data?: T; response: Response }): T {
  if (answer.data === undefined) throw new Error(`${answer.response.url} answered ${answer.response.status}`);
  return answer.data;
}

const credentials = { userIdentifier: "alice@kapok.example", userPassword: "Cotton-tree-88" };
const session = body(await client.POST("/api/auth/login", { body: credentials }));
client.use({
  onRequest: ({ request }) => {
    request.headers.set("Authorization", `Bearer ${session.token}`);
  },
});
console.log(`signed in as ${session.user.firstName}`);

const months = body(await client.GET("/api/statement/list"));
console.log(`${months.length} statements, the newest of ${months[0]}`);

const claims = body(await client.GET("/api/claims", { params: { query: { limit: 2 } } }));
for (const claim of claims) console.log(`claim ${claim.number} of ${claim.day}: HKD ${claim.amountHkd}, ${claim.status}`);

for (const goal of body(await client.GET("/api/goals"))) {
  const { name, reward } = goal;
  // The kind decides which fields a reward has.
  if (reward.kind === "points") console.log(`${name.en}: ${reward.points} points`);
  else if (reward.kind === "item") console.log(`${name.en}: the item ${reward.name.en}`);
  else console.log(`${name.en}: ${reward.kind}`);
}

const unknown = "019cde0a5b7070009f1b4c1f0c2f7a31";
const { error, response } = await client.GET("/api/claims/{id}", { params: { path: { id: unknown } } });
console.log(`problem ${response.status}: ${error?.code}`);

// Each of these lines has a mistake that the compiler has to find.
// @ts-expect-error: a session has no such field
session.tokens;
// @ts-expect-error: a claim has no such field
claims[0]?.amount;
// @ts-expect-error: only a reward of the kind `points` has points
body(await client.GET("/api/goals"))[0]?.reward.points;
// @ts-expect-error: no problem has this code
error?.code === "no_such_code";
// @ts-expect-error: the call takes no such parameter
void (() => client.GET("/api/claims", { params: { query: { page: 2 } } }));
// @ts-expect-error: there is no such call
void (() => client.GET("/api/claim"));
