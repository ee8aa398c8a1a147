import { Modal, type ModalProps } from "antd";
import { useEffect, useState } from "react";

/** The last element of the page itself that had the focus: of no dialog and of no menu, which go when they have been used. */
let lastOfPage: HTMLElement | undefined;

document.addEventListener("focusin", ({ target }) => {
  if (target instanceof HTMLElement && !target.closest(".ant-modal-root, .ant-dropdown")) lastOfPage = target;
});

/** Every dialog of the console. Who closes it goes on where they were, also when it is taken away instead of closed. */
export function Dialog({ open = true, ...props }: ModalProps) {
  return (
    <>
      {open && <FocusReturn />}
      <Modal {...props} open={open} />
    </>
  );
}

/** `Modal` gives the focus back when it closes, and not when it goes while it is open. */
function FocusReturn() {
  const [from] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (document.activeElement !== document.body) return;
      const back = from instanceof HTMLElement && from !== document.body && from.isConnected ? from : lastOfPage;
      if (back?.isConnected) back.focus({ preventScroll: true });
    },
    [from],
  );
  return null;
}
