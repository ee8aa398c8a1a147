import { DownOutlined } from "@ant-design/icons";
import { USER_TYPES, type Member } from "@udt/contract";
import { ClickMenu } from "../../lib/components/click-menu.tsx";
import { useT } from "../../lib/i18n/index.ts";

type UserType = Member["user_type"];

/** Somebody's type, or a menu to change it; without `onChange` it only says it. */
export function TypeMenu(props: {
  name: string;
  user_type: UserType;
  /** The types that may be chosen. */
  choices: readonly UserType[];
  onChange: (user_type: UserType) => void;
}) {
  const t = useT("members");
  const common = useT("common");
  const names = { [USER_TYPES.owner]: common("user_type.owner"), [USER_TYPES.member]: common("user_type.member") };
  const type = names[props.user_type];
  if (props.choices.every((each) => each === props.user_type)) return type;
  return (
    <ClickMenu
      menu={{
        selectable: true,
        selectedKeys: [String(props.user_type)],
        items: ([USER_TYPES.owner, USER_TYPES.member] as const)
          .filter((each) => each === props.user_type || props.choices.includes(each))
          .map((each) => ({ key: String(each), label: names[each] })),
        onClick: ({ key }) => {
          const user_type = Number(key) === USER_TYPES.owner ? USER_TYPES.owner : USER_TYPES.member;
          if (user_type !== props.user_type) props.onChange(user_type);
        },
      }}
    >
      <button type="button" className="udt-filter" aria-label={t("type_of", { name: props.name, type })}>
        {type}
        <DownOutlined />
      </button>
    </ClickMenu>
  );
}
