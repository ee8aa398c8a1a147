import { EyeInvisibleOutlined, GlobalOutlined, LockOutlined } from "@ant-design/icons";
import type { ProjectInfo } from "@udt/contract";
import { useT } from "../../lib/i18n/index.ts";

const NAMES = { 1: "private", 2: "public", 3: "secret" } as const;
const ICONS = { private: <LockOutlined />, public: <GlobalOutlined />, secret: <EyeInvisibleOutlined /> };

export const VISIBILITIES = ([1, 2, 3] as const).map((value) => ({ value, name: NAMES[value] }));

export function VisibilityLabel({ visibility }: { visibility: ProjectInfo["visibility"] }) {
  const t = useT("projects");
  const name = NAMES[visibility];
  return (
    <span className="projects-visibility" title={t(`visibility_hint.${name}`)}>
      {ICONS[name]}
      {t(`visibility.${name}`)}
    </span>
  );
}
