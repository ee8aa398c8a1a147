import { useQuery } from "@tanstack/react-query";
import type { FileEntry } from "@udt/contract";
import { filebrowserEndpoints } from "@udt/contract/endpoints/filebrowser";
import { useEffect, useMemo } from "react";
import { api } from "../../../lib/api/api.ts";
import { keyOf } from "../../../lib/api/keys.ts";
import { ReadDrawer } from "../../../lib/components/read-drawer.tsx";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { DownloadIcon } from "../icons.tsx";
import { useSession } from "../session.tsx";
import { PICTURE_MAX_BYTES, pictureType, shownName, TEXT_MAX_BYTES, textOf } from "./file-view.ts";
import { fileCall } from "./file-calls.ts";

type Content = { picture: Blob } | { text: string } | "none";

/** A text's beginning, or a picture, in a drawer beside the list. */
export function FilePreview(props: {
  entry: FileEntry | undefined;
  path: string | undefined;
  onDownload: (entry: FileEntry) => void;
  onClose: () => void;
}) {
  const t = useT("debug");
  const format = useFormat();
  const session = useSession();
  const { entry, path = "" } = props;
  const type = entry && entry.size_bytes <= PICTURE_MAX_BYTES ? pictureType(entry.name) : undefined;
  const call = fileCall(session, path);
  const wanted = { ...call, query: { ...call.query, max_bytes: type ? PICTURE_MAX_BYTES : TEXT_MAX_BYTES } };
  const read = useQuery({
    // The same path may hold another file by now.
    queryKey: [...keyOf(filebrowserEndpoints.fileDownload, wanted), entry?.modified_at],
    queryFn: async ({ signal }): Promise<Content> => {
      const answer = await api.raw(filebrowserEndpoints.fileDownload, { ...wanted, signal });
      const bytes = new Uint8Array(await answer.arrayBuffer());
      if (type) return { picture: new Blob([bytes], { type }) };
      const text = textOf(bytes);
      return text === undefined ? "none" : { text };
    },
    enabled: entry !== undefined,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  return (
    <ReadDrawer
      isOpen={entry !== undefined}
      size={720}
      read={read}
      title={entry && <span data-literal>{shownName(entry.name)}</span>}
      extra={
        entry && (
          <button type="button" className="udt-button" onClick={() => props.onDownload(entry)}>
            <DownloadIcon /> {t("files.download")}
          </button>
        )
      }
      error={t("files.preview_failed")}
      onClose={props.onClose}
      render={(content) => (
        <div className="dbg-preview">
          <p className="udt-secondary udt-num dbg-wrap">
            {shownName(path)} · {entry && format.bytes(entry.size_bytes)}
          </p>
          {content === "none" && <p>{t("files.no_preview")}</p>}
          {content !== "none" && "picture" in content && <Picture content={content.picture} name={path} />}
          {content !== "none" && "text" in content && (
            <>
              <pre className="udt-mono" tabIndex={0} data-literal>
                {content.text}
              </pre>
              {(entry?.size_bytes ?? 0) > TEXT_MAX_BYTES && (
                <p className="udt-secondary">{t("files.beginning", { size: format.bytes(TEXT_MAX_BYTES) })}</p>
              )}
            </>
          )}
        </div>
      )}
    />
  );
}

function Picture({ content, name }: { content: Blob; name: string }) {
  const href = useMemo(() => URL.createObjectURL(content), [content]);
  useEffect(() => () => URL.revokeObjectURL(href), [href]);
  return <img src={href} alt={shownName(name)} />;
}
