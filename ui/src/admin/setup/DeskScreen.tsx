import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "../../components/Button";
import { Note } from "../../components/Paper";
import { Bone, SkeletonRegion } from "../../components/Skeletons";
import { Loaded } from "../../components/States";
import { paths } from "../../paths";
import text from "../../styles/text.module.css";
import { DeskPage } from "./DeskPage";
import css from "./DeskPage.module.css";
import { DOCS } from "./docs";
import { setupQuery } from "./setup";

/** What a desk says until its screens are there: how the programme stands, and where its calls are described. */
export function DeskScreen() {
  const { t } = useTranslation("setup");
  const status = useQuery(setupQuery());
  return (
    <DeskPage title={t("desk.merchant")}>
      <div className={css.body}>
        <Loaded
          of={status}
          failed={t("desk.failed")}
          skeleton={
            <SkeletonRegion>
              <Bone shape="line" />
              <Bone shape="line" />
            </SkeletonRegion>
          }
        >
          {({ pending }) => (pending ? <Pending /> : <Running />)}
        </Loaded>
      </div>
    </DeskPage>
  );
}

function Pending() {
  const { t } = useTranslation("setup");
  return (
    <>
      <Note tone="pollen">{t("pending.title")}</Note>
      <p>{t("pending.text")}</p>
      <p className={text.soft}>{t("pending.again")}</p>
    </>
  );
}

function Running() {
  const { t } = useTranslation("setup");
  return (
    <>
      <p>{t("running.text", { calls: "/api/merchant" })}</p>
      <p className={text.soft}>{t("running.signIn")}</p>
      <p>
        <a className={text.link} href={DOCS}>
          {t("docs")}
        </a>
      </p>
      <ButtonLink kind="quiet" to={paths.home}>
        {t("running.member")}
      </ButtonLink>
    </>
  );
}
