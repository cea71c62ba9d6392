import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { paths, withBack } from "../../paths";
import { EntryStep } from "./EntryStep";
import { type Draft, EMPTY, failureOf, keepDraft, keptDraft, keptReceipt, orderOf, send } from "./order";
import { ReviewStep } from "./ReviewStep";
import { SentStep } from "./SentStep";

type Step = "entry" | "review" | "sent";

/** The step lives in the history, so that the way back from review leads to what was typed. */
function stepIn(state: unknown): Step {
  if (typeof state !== "object" || state === null || !("step" in state)) return "entry";
  return state.step === "review" || state.step === "sent" ? state.step : "entry";
}

export function TransferScreen() {
  const navigate = useNavigate();
  const step = stepIn(useLocation().state);
  const [draft, setDraft] = useState(keptDraft);
  const [receipt, setReceipt] = useState(keptReceipt);
  const reviewed = useRef(false);
  // Here and not in the review, so that an answer is not missed by going back meanwhile.
  const transfer = useMutation({ mutationFn: send });

  const change = (next: Draft) => {
    keepDraft(next);
    setDraft(next);
  };
  const order = orderOf(draft);

  if (step === "sent" && receipt) {
    return (
      <SentStep
        receipt={receipt}
        onDone={() => navigate(paths.points, { replace: true })}
        onMore={() => navigate(-1)}
      />
    );
  }
  if (step === "review" && order) {
    return (
      <ReviewStep
        order={order}
        sending={transfer.isPending}
        failure={transfer.error ? failureOf(transfer.error) : undefined}
        onEdit={() => navigate(-1)}
        onConfirm={() => {
          transfer.mutate(order, {
            onSuccess: (sent) => {
              reviewed.current = false;
              change(EMPTY);
              setReceipt(sent);
              navigate(paths.transfer, { replace: true, state: { step: "sent" } });
            },
          });
        }}
      />
    );
  }
  return (
    <EntryStep
      draft={draft}
      onChange={change}
      returned={reviewed.current}
      onReview={() => {
        reviewed.current = true;
        transfer.reset();
        navigate(paths.transfer, { state: { ...withBack, step: "review" } });
      }}
    />
  );
}
