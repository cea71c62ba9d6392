import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { type Arrival, arrivalKey } from "../../api/liveUpdates";
import { queryClient } from "../../api/queries";
import { type Language, useLanguage } from "../../i18n/language";
import { usePreloadedMessageScreen } from "../../kit/loading/preloadMessageScreen";
import { type MessageState, paths } from "../../shared/paths";
import { statementQuery, type Words, wordsOf } from "../../shared/statement";

/** Shows the points that arrive while the member holds her code to the counter: the page counts the balance up. */
export function useArrival() {
  const { t } = useTranslation("profile");
  const language = useLanguage();
  const navigate = useNavigate();
  const { data: arrival } = useQuery<Arrival>({ queryKey: arrivalKey, enabled: false });
  const seen = useRef(arrival);
  usePreloadedMessageScreen();
  useEffect(() => {
    if (!arrival || arrival === seen.current) return;
    let here = true;
    const show = (words: Words | undefined) => {
      if (!here) return;
      seen.current = arrival;
      const who = words && "who" in words ? words.who : undefined;
      const state: MessageState = {
        tone: "success",
        title: t("arrived.title"),
        message:
          words && "name" in words ? words.description : who ? t("arrived.from", { who }) : t("arrived.text"),
        buttonText: t("arrived.done"),
        buttonLink: paths.profile,
        earned: arrival,
      };
      navigate(paths.message, { state });
    };
    void newestWords(language).then(show, () => show(undefined));
    return () => {
      here = false;
    };
  }, [arrival, language, navigate, t]);
}

/** The words for the reason of the newest transaction. */
async function newestWords(language: Language) {
  const { pages } = await queryClient.fetchInfiniteQuery({ ...statementQuery(), staleTime: 0 });
  const newest = pages[0]?.rows[0];
  return newest && wordsOf(newest, language);
}
