import { Dropdown, type DropdownProps } from "antd";

/** A menu that opens at a click, below its button and as far to the right. */
export function ClickMenu({ menu, children }: Required<Pick<DropdownProps, "menu">> & Pick<DropdownProps, "children">) {
  return (
    <Dropdown trigger={["click"]} placement="bottomRight" menu={menu}>
      {children}
    </Dropdown>
  );
}
