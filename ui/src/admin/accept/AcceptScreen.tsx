import { useQuery } from "@tanstack/react-query";
import { useLayoutEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "../../components/Button";
import { Bone, SkeletonRegion } from "../../components/Skeletons";
import { ErrorState } from "../../components/States";
import { desk } from "../paths";
import { DeskPage } from "../setup/DeskPage";
import css from "../setup/DeskPage.module.css";
import { AcceptForm } from "./AcceptForm";
import { isDead, linkQuery } from "./accept";

/** Where an invitation or a way to another password leads. The token lives here alone, not in the address bar. */
export function AcceptScreen({ token }: { token: string | undefined }) {
  const { t } = useTranslation("deskAccept");
  const [state, setState] = useState<"open" | "done" | "dead">(token ? "open" : "dead");
  const link = useQuery({ ...linkQuery(token ?? ""), enabled: state === "open" });
  useLayoutEffect(() => {
    // Past the router, which would take the same screen for a new one.
    window.history.replaceState(window.history.state, "", desk.accept);
  }, []);

  if (state === "done") {
    return (
      <DeskPage title={t("done.title")} intro={t("done.text")} arrived>
        <div className={css.body}>
          <ButtonLink block to={desk.home}>
            {t("done.signIn")}
          </ButtonLink>
        </div>
      </DeskPage>
    );
  }
  if (state === "dead" || isDead(link.error))
    return <DeskPage key="dead" title={t("dead.title")} intro={t("dead.text")} arrived />;
  if (link.isError) {
    return (
      <DeskPage title={t("title.invitation")}>
        <ErrorState title={t("failed")} error={link.error} onRetry={() => link.refetch()} />
      </DeskPage>
    );
  }
  if (!link.data || !token) {
    return (
      <DeskPage title={t("title.invitation")}>
        <div className={css.body}>
          <SkeletonRegion>
            <Bone shape="line" />
            <Bone shape="line" />
          </SkeletonRegion>
        </div>
      </DeskPage>
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
