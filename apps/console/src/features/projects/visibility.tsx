import { EyeInvisibleOutlined, GlobalOutlined, LockOutlined } from "@ant-design/icons";
import type { ProjectInfo } from "@udt/contract";
import { useT } from "../../lib/i18n/index.ts";

export const VISIBILITIES = [
  { value: 1, name: "private" },
  { value: 2, name: "public" },
  { value: 3, name: "secret" },
] as const;
const ICONS = { private: <LockOutlined />, public: <GlobalOutlined />, secret: <EyeInvisibleOutlined /> };

export function VisibilityLabel({ visibility }: { visibility: ProjectInfo["visibility"] }) {
  const t = useT("projects");
  const { name } = VISIBILITIES.find(({ value }) => value === visibility)!;
  return (
    <span className="projects-visibility" title={t(`visibility_hint.${name}`)}>
      {ICONS[name]}
      {t(`visibility.${name}`)}
    </span>
  );
}
