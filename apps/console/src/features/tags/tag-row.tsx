import { DeleteOutlined, EditOutlined } from "@ant-design/icons";
import type { Tag } from "@udt/contract/endpoints/tags";
import { App, Button } from "antd";
import { Link } from "react-router";
import { JobLinks } from "../../lib/components/job-links.tsx";
import "../../lib/components/mark.css";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { useFormat, useNow } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { scheduleInWords } from "../../lib/inspection/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { TagPlace } from "./tag-place.tsx";
import { choiceInWords } from "./tag-words.ts";
import { useTagActions } from "./use-tags.ts";

export function TagRow(props: { project: string; tag: Tag; mayChange: boolean; last: number | undefined }) {
  const { project, tag, mayChange } = props;
  const t = useT("tags");
  const format = useFormat();
  const now = useNow();
  const askToDelete = useAskToDelete(project);
  const { tag_id, name, device_count, jobs, job_count, updated_at, user_name } = tag;
  const words = choiceInWords(tag).join(" · ");
  const checks = tag.inspection === null ? t("inspection.none") : scheduleInWords(tag.inspection);
  return (
    <tr>
      <td>
        <TagPlace {...props} />
      </td>
      <td>
        <span className="tags-name">
          {mayChange ? (
            <Link className="udt-link udt-ellipsis" title={name} to={paths.tagEdit(project, tag_id)} data-literal>
              {name}
            </Link>
          ) : (
            <span className="udt-ellipsis" title={name} data-literal>
              {name}
            </span>
          )}
          {tag.is_default && (
            <span className="udt-mark" title={t("default_hint")}>
              {t("default")}
            </span>
          )}
        </span>
      </td>
      <td className="udt-ellipsis" title={words}>
        {words}
      </td>
      <td className="udt-num">
        <Link className="udt-link" to={paths.devicesWith(project, tag_id)}>
          {t("device_count", { count: device_count, total: format.number(device_count) })}
        </Link>
      </td>
      <td className="udt-ellipsis" title={checks}>
        {checks}
      </td>
      <td className="udt-ellipsis">
        <JobLinks project={project} jobs={jobs} job_count={job_count} unused={t("unused")} />
      </td>
      <td className="udt-ellipsis" title={format.exact(updated_at)}>
        {format.dateTime(updated_at, now)}
        <small className="udt-secondary tags-by" data-literal>
          {user_name}
        </small>
      </td>
      <td>
        {mayChange && (
          <span className="tags-actions">
            <LinkButton
              type="text"
              icon={<EditOutlined />}
              aria-label={t("edit", { name })}
              to={paths.tagEdit(project, tag_id)}
            />
            <Button
              type="text"
              danger
              icon={<DeleteOutlined />}
              aria-label={t("delete.action", { name })}
              onClick={() => askToDelete(tag)}
            />
          </span>
        )}
      </td>
    </tr>
  );
}

/** Asks before a tag is deleted, and names what goes with it; what still needs it is named instead. */
function useAskToDelete(project: string) {
  const t = useT("tags");
  const common = useT("common");
  const { modal, message } = App.useApp();
  const { remove } = useTagActions(project);
  return ({ tag_id, name, device_count, is_default, jobs, job_count }: Tag) => {
    if (job_count > 0) {
      modal.info({
        title: t("delete.used", { name }),
        content: (
          <>
            <p>{t("delete.used_text", { count: job_count })}</p>
            <ul className="tags-uses">
              {jobs.map((job) => (
                <li key={job.job_id} data-literal>
                  {job.name}
                </li>
              ))}
              {job_count > jobs.length && <li>{common("more_jobs", { count: job_count - jobs.length })}</li>}
            </ul>
          </>
        ),
        okText: t("delete.close"),
      });
      return;
    }
    modal.confirm({
      title: t("delete.ask", { name }),
      content: (
        <>
          <p>{t("delete.text", { count: device_count })}</p>
          {is_default && <p>{t("delete.text_default")}</p>}
        </>
      ),
      okText: t("delete.ok"),
      okButtonProps: { danger: true },
      // The error policy tells a refusal, such as a task that has begun to use it.
      onOk: () =>
        remove.mutateAsync(tag_id).then(
          () => void message.success(t("delete.done", { name })),
          () => undefined,
        ),
    });
  };
}
