import { Dropdown, type DropdownProps } from "antd";
import { useRef } from "react";

interface ClickMenuProps
  extends Required<Pick<DropdownProps, "menu">>, Pick<DropdownProps, "children" | "placement" | "autoFocus"> {}

/**
 * A menu that opens at a click, below its button and as far to the right. What is chosen in it begins with the focus at
 * the button again, so that a dialog that it opens can give the focus back there: the menu is gone by then.
 */
export function ClickMenu({ menu, children, placement = "bottomRight", autoFocus = false }: ClickMenuProps) {
  const button = useRef<Element | null>(null);
  const chosen: typeof menu.onClick = (info) => {
    if (button.current instanceof HTMLElement) button.current.focus({ preventScroll: true });
    menu.onClick?.(info);
  };
  return (
    <Dropdown
      trigger={["click"]}
      placement={placement}
      autoFocus={autoFocus}
      menu={{ ...menu, onClick: chosen }}
      onOpenChange={(open) => {
        if (open) button.current = document.activeElement;
      }}
    >
      {children}
    </Dropdown>
  );
}
