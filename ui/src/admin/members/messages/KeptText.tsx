import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../kit/buttons/Button";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Loaded } from "../../../kit/loading/States";
import css from "../../admin.module.css";
import { Facts } from "../../kit/Facts";
import { keptQuery } from "./messages";

/** The text of a message kept on the server, loaded on request because each access is audited. */
export function KeptText({ id }: { id: string }) {
  const { t } = useTranslation("adminMessages");
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
