import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { ErrorState } from "../../../kit/loading/States";
import { AdminPage } from "../AdminPage";
import { useAddress } from "../useAddress";
import { type Creatable, oneOf, type Tagged } from "./kinds";

interface RecordLoaderProps<R extends { _id: string }, I> {
  kind: Creatable<R, I>;
  title: string;
  back: { to: string; label: string };
  /** Either the saved record, or for a new one the record that it copies, if it copies one. */
  children(saved: Tagged<R> | undefined, copied?: R): ReactNode;
}

/** Fetches the record of the address; `new` means an empty form, or with `copy` the form of another record. */
export function RecordLoader<R extends { _id: string }, I>(props: RecordLoaderProps<R, I>) {
  const { id = "new" } = useParams();
  const copied = useAddress().get("copy");
  // The key makes another record start with its own form.
  if (id !== "new") return <Existing key={id} {...props} id={id} />;
  if (copied === "") return props.children(undefined);
  return (
    <Existing key={`copy ${copied}`} {...props} id={copied}>
      {(source) => props.children(undefined, source?.record)}
    </Existing>
  );
}

function Existing<R extends { _id: string }, I>({
  kind,
  title,
  back,
  children,
  id,
}: RecordLoaderProps<R, I> & { id: string }) {
  const { t } = useTranslation("adminContent");
  const query = useQuery(oneOf(kind, id));
  if (query.data) return children(query.data);
  return (
    <FormWaits title={title} back={back} failed={t("oneFailed")} text={t("oneFailedText")} query={query} />
  );
}

interface FormWaitsProps extends Omit<RecordLoaderProps<{ _id: string }, unknown>, "kind" | "children"> {
  failed: string;
  text?: string;
  query: Pick<UseQueryResult, "isError" | "error" | "refetch">;
}

/** The page until what its form starts with has been fetched. */
export function FormWaits({ title, back, failed, text, query }: FormWaitsProps) {
  return (
    <AdminPage title={title} back={back}>
      {query.isError ? (
        <ErrorState title={failed} text={text} error={query.error} onRetry={() => query.refetch()} />
      ) : (
        <RowSkeleton count={5} />
      )}
    </AdminPage>
  );
}
