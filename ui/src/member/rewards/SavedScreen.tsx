import { useState } from "react";
import { useTranslation } from "react-i18next";
import { classes } from "../../components/classes";
import { EmptyState } from "../../components/EmptyState";
import { CouponIcon } from "../../components/icons-member";
import { RowLink } from "../../components/Row";
import { Screen } from "../../components/Screen";
import { Tabs } from "../../components/Segment";
import { chosenTab, keepTab, type SavedTab } from "../../device/savedTab";
import { paths, withBack } from "../../paths";
import layout from "../../styles/layout.module.css";
import text from "../../styles/text.module.css";
import { Coupons } from "./Coupons";
import { Likes } from "./Likes";
import css from "./SavedScreen.module.css";

/** What the member keeps: coupons to use and articles that they like. */
export function SavedScreen() {
  const { t } = useTranslation("saved");
  const [tab, setTab] = useState(chosenTab);
  const choose = (wanted: SavedTab) => {
    keepTab(wanted);
    setTab(wanted);
  };
  return (
    <Screen title={t("title")} header="none">
      <h1 className={text.t1}>{t("title")}</h1>
      <div className={css.tabs}>
        <Tabs<SavedTab>
          label={t("title")}
          options={[
            { value: "coupons", label: t("coupons") },
            { value: "likes", label: t("likes") },
          ]}
          chosen={tab}
          onChoose={choose}
        >
          <div className={css.panel}>
            {tab === "coupons" && <Coupons type="coupon" below={<AllRewards />} />}
            {tab === "likes" && <Likes />}
            {/* Earnings are to come: their tab has no button yet, but a stored choice may name it. */}
            {tab === "earnings" && <EmptyState title={t("soonTitle")} text={t("soon")} />}
          </div>
        </Tabs>
      </div>
    </Screen>
  );
}

/** The way on to the exchanges, which this screen has none of. */
function AllRewards() {
  const { t } = useTranslation("saved");
  return (
    <div className={classes(layout.card, css.all)}>
      <RowLink
        icon={<CouponIcon size={22} petal />}
        title={t("all")}
        line={t("allLine")}
        to={paths.rewards}
        state={withBack}
      />
    </div>
  );
}
