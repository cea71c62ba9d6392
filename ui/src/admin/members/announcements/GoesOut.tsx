import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { oneOf } from "../../kit/editor/kinds";
import { announcements, STOP_SECONDS } from "./announcements";

const WATCHED_MS = 2_000;

/** Returns whether the announcement goes out within the seconds in which it can still be stopped. */
export const isNear = (sendAt: string | undefined) =>
  sendAt !== undefined && Date.parse(sendAt) - Date.now() <= STOP_SECONDS * 1_000;

/** Counts the seconds until an announcement goes out, and then polls until the server has sent it. */
export function GoesOut({ id, sendAt }: { id: string; sendAt: string }) {
  const { t } = useTranslation("adminAnnouncements");
  const left = () => Math.max(0, Math.ceil((Date.parse(sendAt) - Date.now()) / 1_000));
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(left()), 1_000);
    return () => clearInterval(timer);
  });
  useQuery({ ...oneOf(announcements, id), refetchInterval: seconds === 0 ? WATCHED_MS : false });
  return <span role="timer">{t("standing.near", { count: seconds })}</span>;
}
