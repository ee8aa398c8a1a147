import { useQuery } from "@tanstack/react-query";
import { memoryRecordingEndpoints } from "@udt/contract/endpoints/memory-recordings";
import { Link } from "react-router";
import { queryOf } from "../../lib/api/queries.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";

/** Leads to the memory that was recorded in a session last; nothing where none was, or is not to be seen. */
export function RecordedMemory(props: { project: string; test_id: string; device_id: string }) {
  const t = useT("records");
  const format = useFormat();
  const { project, ...params } = props;
  const read = useQuery(queryOf(memoryRecordingEndpoints.memoryRecordingGet, { params, query: { project } }));
  const recording = read.data?.recording;
  if (!recording) return null;
  return (
    <>
      <h2 className="records-title">{t("drawer.memory")}</h2>
      <p className="records-memory">
        <Link className="udt-link" to={paths.memoryReport(project, recording.trace_id)}>
          {t("drawer.memory_open")}
        </Link>{" "}
        <span className="udt-secondary">
          <span data-literal>{recording.process}</span> · {format.exact(recording.started_at)}
        </span>
      </p>
    </>
  );
}
