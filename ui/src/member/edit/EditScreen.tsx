import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type UserInfo, userQuery } from "../../api/member";
import { formatShortId } from "../../i18n/format";
import { classes } from "../../kit/classes";
import { Bone, SkeletonRegion } from "../../kit/loading/Skeletons";
import { Loaded } from "../../kit/loading/States";
import { Avatar } from "../../kit/screen/Avatar";
import { Screen } from "../../kit/screen/Screen";
import text from "../../kit/styles/text.module.css";
import { BirthdaySection } from "./BirthdaySection";
import { ContactSection } from "./ContactSection";
import css from "./EditScreen.module.css";
import { NameSection } from "./NameSection";
import { PasswordSection } from "./PasswordSection";

export function EditScreen() {
  const { t } = useTranslation("edit");
  const user = useQuery(userQuery());
  return (
    <Screen title={t("title")} info={t("info")}>
      <Loaded of={user} skeleton={<EditSkeleton />} failed={t("errors.load")}>
        {(told) => <Sections user={told} />}
      </Loaded>
    </Screen>
  );
}

function Sections({ user }: { user: UserInfo }) {
  const { t } = useTranslation("edit");
  // Contacts that were missing on arrival. A contact that was just added stays visible, with its tick.
  const [missing] = useState(() => ({ email: !user.email, phone: !user.phone }));
  return (
    <>
      <div className={css.who}>
        <Avatar size={84} face={user.face} initials={user.initials} />
        <div>
          <p className={classes(text.t2, text.tnum)}>{formatShortId(user.shortId)}</p>
          <p className={classes(text.t5, text.soft)}>{t("idFixed")}</p>
        </div>
      </div>
      <NameSection firstName={user.firstName} lastName={user.lastName} />
      <BirthdaySection birthday={user.birthday} />
      <PasswordSection username={user.email ?? user.phone ?? user.shortId} />
      {missing.email && <ContactSection channel="email" set={user.email} />}
      {missing.phone && <ContactSection channel="phone" set={user.phone} />}
    </>
  );
}

function EditSkeleton() {
  return (
    <SkeletonRegion>
      <div className={css.bones}>
        <Bone shape="title" />
        <Bone shape="card" />
        <Bone shape="tile" />
      </div>
    </SkeletonRegion>
  );
}
