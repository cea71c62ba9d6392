import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatDateTime } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { PlusIcon } from "../../../kit/icons/icons-admin";
import { Badge } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { type Column, DataTable } from "../../kit/DataTable";
import { CsvLink } from "../../kit/FileLink";
import { ImportButton } from "../../kit/import/ImportButton";
import { useLocalPages } from "../../kit/pages";
import { useAddress } from "../../kit/useAddress";
import { useMay } from "../../session";
import { InviteDialog } from "./InviteDialog";
import { StaffDrawer } from "./StaffDrawer";
import { STAFF_TONES, type StaffMember, staffImport, staffQuery } from "./staff";

/** All staff, and the button to invite more. */
export function StaffList() {
  const { t } = useTranslation("adminSettings");
  const { t: common } = useTranslation("admin");
  const language = useLanguage();
  const staff = useQuery(staffQuery());
  const mayWrite = useMay("own");
  const [inviting, setInviting] = useState(false);
  // The search over all records leads to a colleague by the address.
  const { get, change } = useAddress();
  const open = get("person");
  const setOpen = (person: string) => change({ person });
  const shown = staff.data?.find(({ _id }) => _id === open);
  const columns: Column<StaffMember>[] = [
    {
      key: "name",
      head: t("staff.name"),
      by: ({ name, email }) => name || email,
      cell: ({ _id, name, email }) => (
        <>
          <button type="button" className={css.open} onClick={() => setOpen(_id)}>
            {name || email}
          </button>
          <span className={css.two}>{email}</span>
        </>
      ),
    },
    {
      key: "role",
      head: t("staff.role"),
      by: ({ role }) => common(`roles.${role}`),
      cell: ({ role }) => common(`roles.${role}`),
    },
    {
      key: "factor",
      head: t("staff.factor"),
      from: "medium",
      soft: true,
      by: ({ secondFactor }) => t(secondFactor ? "staff.yes" : "staff.no"),
      cell: ({ secondFactor }) => t(secondFactor ? "staff.yes" : "staff.no"),
    },
    {
      key: "seen",
      head: t("staff.lastSignIn"),
      soft: true,
      from: "wide",
      by: ({ lastSignIn }) => (lastSignIn ? Date.parse(lastSignIn) : undefined),
      cell: ({ lastSignIn }) => (lastSignIn ? formatDateTime(lastSignIn, language) : "–"),
    },
    {
      key: "status",
      head: t("staff.status"),
      from: "small",
      by: ({ status }) => t(`staff.statuses.${status}`),
      cell: ({ status }) => (
        <Badge tone={STAFF_TONES[status]} dot={false}>
          {t(`staff.statuses.${status}`)}
        </Badge>
      ),
    },
  ];
  const pages = useLocalPages("staff", staff, { columns });
  return (
    <section className={`${css.panel} ${css.list}`}>
      <div className={css.panelHead}>
        <h2>{t("staff.title")}</h2>
        <CsvLink path="/api/admin/staff" of={t("staff.title")} />
        {mayWrite && (
          <>
            <ImportButton list={staffImport} name={t("staff.title")} />
            <Button small icon={<PlusIcon size={20} />} onClick={() => setInviting(true)}>
              {t("staff.invite")}
            </Button>
          </>
        )}
      </div>
      <DataTable
        label={t("staff.title")}
        pages={pages}
        rowKey={({ _id }) => _id}
        chosen={({ _id }) => _id === open}
        failed={t("staff.failed")}
        empty={{ title: t("staff.title"), text: t("staff.none") }}
        columns={columns}
      />
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
      {shown && <StaffDrawer key={shown._id} colleague={shown} onClose={() => setOpen("")} />}
    </section>
  );
}
