import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type SavedTab, savedTab, saveTab } from "../../device/savedTab";
import { classes } from "../../kit/classes";
import { Tabs } from "../../kit/form/Segment";
import { CouponIcon } from "../../kit/icons/icons-member";
import { EmptyState } from "../../kit/loading/EmptyState";
import { RowLink } from "../../kit/screen/Row";
import { Screen } from "../../kit/screen/Screen";
import layout from "../../kit/styles/layout.module.css";
import text from "../../kit/styles/text.module.css";
import { paths, withBack } from "../../shared/paths";
import { Coupons } from "./Coupons";
import { Likes } from "./Likes";
import css from "./SavedScreen.module.css";

/** The member's coupons and liked articles. */
export function SavedScreen() {
  const { t } = useTranslation("saved");
  const [tab, setTab] = useState(savedTab);
  const choose = (wanted: SavedTab) => {
    saveTab(wanted);
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
            {tab === "coupons" && <Coupons type="coupon" folded below={<AllRewards />} />}
            {tab === "likes" && <Likes />}
            {/* Earnings are planned. Their tab has no button yet, but a stored choice may name it. */}
            {tab === "earnings" && <EmptyState title={t("soonTitle")} text={t("soon")} />}
          </div>
        </Tabs>
      </div>
    </Screen>
  );
}

/** Link to the exchanges, which this screen does not list. */
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
