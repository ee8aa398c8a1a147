import { EditOutlined } from "@ant-design/icons";
import { useMutation } from "@tanstack/react-query";
import type { Library } from "@udt/contract";
import { scriptOutsideEndpoints } from "@udt/contract/endpoints/script-outside";
import { Button } from "antd";
import { useNavigate } from "react-router";
import { api } from "../../lib/api/api.ts";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";

/** On to the library's files, whoever keeps its repository; nothing for one that comes with the server. */
export function OpenInEditor({ project, library }: { project: string; library: Library }) {
  const t = useT("libraries");
  const navigate = useNavigate();
  const { library_id, branch } = library;
  const placeOf = (repo_id: string) => paths.scriptEdit(project, repo_id, { branch });
  const open = useMutation({
    mutationFn: () => api.call(scriptOutsideEndpoints.scriptOutsideOpen, { query: { project }, body: { library_id } }),
    onSuccess: ({ repo_id }) => void navigate(placeOf(repo_id)),
  });
  if (library.is_builtin) return null;
  if (library.repo_id !== null)
    return (
      <LinkButton icon={<EditOutlined />} to={placeOf(library.repo_id)}>
        {t("open_editor")}
      </LinkButton>
    );
  return (
    <Button icon={<EditOutlined />} loading={open.isPending} onClick={() => open.mutate()}>
      {t("open_editor")}
    </Button>
  );
}
