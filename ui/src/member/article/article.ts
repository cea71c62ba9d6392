import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/call";
import { cachedUser } from "../../api/member";
import { queryClient } from "../../api/queries";
import type { components } from "../../api/schema";

type Article = components["schemas"]["Article"];
type Listed = Omit<Article, "content">;
type Likes = Pick<Article, "likes" | "likedUsers">;

/** One article. Fetching it counts as a read. */
export const articleQuery = (id: string) =>
  queryOptions({
    queryKey: ["article", id],
    queryFn: ({ signal }) => call("get", "/api/article/detail/{id}", { path: { id }, signal }),
  });

/** The article from a cached list: everything except its text. */
export function listedArticle(id: string): Listed | undefined {
  const lists = queryClient.getQueriesData<Listed[]>({ queryKey: ["articles"] });
  return lists.flatMap(([, list]) => (Array.isArray(list) ? list : [])).find(({ _id }) => _id === id);
}

/** The server only ever lists the member's own id in `likedUsers`. */
export function isLiked({ likedUsers }: Pick<Likes, "likedUsers">): boolean {
  return likedUsers.length > 0;
}

/** A copy with the member's like given or taken back. */
export function toggled<A extends Likes>(article: A, me: string): A {
  return isLiked(article)
    ? { ...article, likedUsers: [], likes: Math.max(0, article.likes - 1) }
    : { ...article, likedUsers: [me], likes: article.likes + 1 };
}

/** Changes the article in every cache: its own and the carousels of Home. */
function change(id: string, how: <A extends Likes>(article: A) => A) {
  queryClient.setQueryData(articleQuery(id).queryKey, (article) => article && how(article));
  queryClient.setQueriesData<Article[]>({ queryKey: ["articles"] }, (list) =>
    Array.isArray(list) ? list.map((article) => (article._id === id ? how(article) : article)) : list,
  );
}

/** Desired state, by article id, while a like or unlike call is running. */
const wishes = new Map<string, boolean>();

/**
 * Likes or unlikes. Shows the change at once and reverts it if the call fails. Calls for one article run
 * one by one, so that they arrive in order. If the state changed meanwhile, another follows.
 */
export async function toggleLike(article: Likes & { _id: string }) {
  const id = article._id;
  const show = (liked: boolean) =>
    change(id, (other) => (isLiked(other) === liked ? other : toggled(other, cachedUser()?._id ?? "me")));
  let told = isLiked(article);
  const underWay = wishes.has(id);
  wishes.set(id, !told);
  show(!told);
  if (underWay) return;
  let wish = !told;
  try {
    while (wish !== told) {
      const { likes } = await call("post", wish ? "/api/article/like/{id}" : "/api/article/unlike/{id}", {
        path: { id },
      });
      told = wish;
      wish = wishes.get(id) ?? told;
      // A count from before the last press would overwrite the one on screen.
      if (wish === told) change(id, (other) => ({ ...other, likes }));
    }
  } catch (error) {
    console.warn("the like was not taken", error);
    show(told);
  }
  wishes.delete(id);
  queryClient.invalidateQueries({ queryKey: ["articles", "liked"] });
}
