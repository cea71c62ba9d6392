import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/Button";
import { RowSkeleton } from "../../components/Skeletons";
import { Loaded } from "../../components/States";
import { Facts } from "../components/Facts";
import css from "../desk.module.css";
import { keptQuery } from "./messages";

/** What a message says that was kept on the server, once somebody asks for it: the audit trail keeps that they did. */
export function KeptText({ id }: { id: string }) {
  const { t } = useTranslation("deskMessages");
  const [asked, setAsked] = useState(false);
  const kept = useQuery({ ...keptQuery(id), enabled: asked });
  if (!asked)
    return (
      <Button kind="quiet" small onClick={() => setAsked(true)}>
        {t("kept.show")}
      </Button>
    );
  return (
    <Loaded of={kept} failed={t("kept.failed")} skeleton={<RowSkeleton count={2} />}>
      {({ subject, text }) => (
        <>
          <Facts facts={[[t("kept.subject"), subject]]} />
          <p className={css.letter}>{text}</p>
        </>
      )}
    </Loaded>
  );
}
