import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "../../../kit/buttons/Button";
import { Bone, SkeletonRegion } from "../../../kit/loading/Skeletons";
import { Loaded } from "../../../kit/loading/States";
import { Note } from "../../../kit/screen/Paper";
import text from "../../../kit/styles/text.module.css";
import { paths } from "../../../shared/paths";
import { DOCS } from "./docs";
import { EntryPage } from "./EntryPage";
import css from "./EntryPage.module.css";
import { setupQuery } from "./setup";

/** The page for merchants: the setup state of the programme, and a link to the API description. */
export function MerchantScreen() {
  const { t } = useTranslation("setup");
  const status = useQuery(setupQuery());
  return (
    <EntryPage title={t("merchant.title")}>
      <div className={css.body}>
        <Loaded
          of={status}
          failed={t("merchant.failed")}
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
    </EntryPage>
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
