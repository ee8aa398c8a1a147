import { useEffect, useState } from "react";

/** Brings the first field that is said to be wrong into sight and gives it the focus, once what says so is there. */
export function useFaultLead() {
  const [form, holdForm] = useState<HTMLElement | null>(null);
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    const note = asked === 0 ? undefined : form?.querySelector("[data-error]");
    if (!note) return;
    const control = form?.querySelector<HTMLElement>(`[aria-describedby~="${CSS.escape(note.id)}"]`);
    (control ?? note).scrollIntoView({ block: "center" });
    control?.focus({ preventScroll: true });
  }, [asked, form]);
  return { holdForm, leadToFault: () => setAsked((before) => before + 1) };
}
