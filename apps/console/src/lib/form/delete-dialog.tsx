import { App } from "antd";
import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { ConfirmByName } from "./confirm-by-name.tsx";

type Words = "ask" | "action" | "type" | "done";

/** Asks before what a page is of goes; once it is gone, on to where its like are listed. */
export function DeleteDialog(props: {
  /** The texts of its area, of which `delete` has those. */
  t: (key: `delete.${Words}`, values: { name: string }) => string;
  name: string;
  /** Whether its name is to be typed. */
  isNamed?: boolean;
  /** Whether what is to be known before is known. */
  given?: boolean;
  id: string;
  remove: { isPending: boolean; mutateAsync: (id: string) => Promise<unknown> };
  /** The address of the list. */
  list: string;
  onClose: () => void;
  /** What will be lost. */
  children: ReactNode;
}) {
  const { t, name, isNamed = true, given = true, id, remove, list, onClose, children } = props;
  const { message } = App.useApp();
  const navigate = useNavigate();
  const text = (word: Words) => t(`delete.${word}`, { name });
  const go = async () => {
    try {
      await remove.mutateAsync(id);
    } catch {
      // The error policy tells why.
      return onClose();
    }
    void message.success(text("done"));
    void navigate(list, { replace: true });
  };
  return (
    <ConfirmByName
      title={text("ask")}
      action={text("action")}
      asked={isNamed ? { name, label: text("type") } : undefined}
      given={given}
      pending={remove.isPending}
      onConfirm={() => void go()}
      onClose={onClose}
    >
      {children}
    </ConfirmByName>
  );
}
