import { useQuery } from "@tanstack/react-query";
import { useLayoutEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "../../../kit/buttons/Button";
import { Bone, SkeletonRegion } from "../../../kit/loading/Skeletons";
import { ErrorState } from "../../../kit/loading/States";
import { adminPaths } from "../../paths";
import { EntryPage } from "../setup/EntryPage";
import css from "../setup/EntryPage.module.css";
import { AcceptForm } from "./AcceptForm";
import { isDead, linkQuery } from "./accept";

/** Opened by an invitation or password link. The token stays in memory, not in the address bar. */
export function AcceptScreen({ token }: { token: string | undefined }) {
  const { t } = useTranslation("adminAccept");
  const [state, setState] = useState<"open" | "done" | "dead">(token ? "open" : "dead");
  const link = useQuery({ ...linkQuery(token ?? ""), enabled: state === "open" });
  useLayoutEffect(() => {
    // Bypasses the router, which would mount the screen again.
    window.history.replaceState(window.history.state, "", adminPaths.accept);
  }, []);

  if (state === "done") {
    return (
      <EntryPage title={t("done.title")} intro={t("done.text")} arrived>
        <div className={css.body}>
          <ButtonLink block to={adminPaths.home}>
            {t("done.signIn")}
          </ButtonLink>
        </div>
      </EntryPage>
    );
  }
  if (state === "dead" || isDead(link.error))
    return <EntryPage key="dead" title={t("dead.title")} intro={t("dead.text")} arrived />;
  if (link.isError) {
    return (
      <EntryPage title={t("title.invitation")}>
        <ErrorState title={t("failed")} error={link.error} onRetry={() => link.refetch()} />
      </EntryPage>
    );
  }
  if (!link.data || !token) {
    return (
      <EntryPage title={t("title.invitation")}>
        <div className={css.body}>
          <SkeletonRegion>
            <Bone shape="line" />
            <Bone shape="line" />
          </SkeletonRegion>
        </div>
      </EntryPage>
    );
  }
  return (
    <AcceptForm
      token={token}
      link={link.data}
      onDone={() => setState("done")}
      onDead={() => setState("dead")}
    />
  );
}
