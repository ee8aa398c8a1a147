import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { FoundFile } from "@udt/contract";
import { scriptSearchEndpoints } from "@udt/contract/endpoints/script-search";
import { Alert } from "antd";
import { useState } from "react";
import { Link } from "react-router";
import { queryOf } from "../../lib/api/queries.ts";
import { errorText } from "../../lib/errors/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { SearchField } from "../../lib/list/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import "./content-search.css";
import type { BranchPlace } from "./use-scripts.ts";

interface Wish {
  text: string;
  is_regexp: boolean;
  is_case: boolean;
}
type Go = (at: { file: string; line: number }) => void;

/** Looks for text in all files of a branch, or of one commit: what is found by file and line, each the way there. */
export function ContentSearch(props: {
  place: BranchPlace;
  /** Empty: the branch's newest. */
  commit_id: string;
  /** What is to be known of what is found. */
  note?: string | undefined;
  /** Goes to a line; without it, that is opened in the editor. */
  onGo?: Go;
}) {
  const t = useT("scripts");
  const { place, commit_id, note, onGo } = props;
  const [wish, setWish] = useState<Wish>({ text: "", is_regexp: false, is_case: false });
  const { data, error, isFetching } = useSearch(place, commit_id, wish);
  const isAsked = wish.text !== "";
  const turn = (what: "is_regexp" | "is_case") => setWish((before) => ({ ...before, [what]: !before[what] }));
  return (
    <search className="scripts-search">
      <div className="scripts-search-head">
        <SearchField
          value={wish.text}
          placeholder={t("within.placeholder")}
          onSearch={(text) => setWish((before) => ({ ...before, text }))}
        />
        {(["is_case", "is_regexp"] as const).map((what) => (
          <button
            key={what}
            type="button"
            className="scripts-turn"
            aria-pressed={wish[what]}
            aria-label={t(`within.${what}`)}
            title={t(`within.${what}`)}
            onClick={() => turn(what)}
          >
            {SIGNS[what]}
          </button>
        ))}
      </div>
      <div className="scripts-found" aria-busy={isFetching || undefined}>
        {!isAsked && <p className="udt-secondary">{t("within.lead")}</p>}
        {isAsked && note !== undefined && <p className="udt-secondary">{note}</p>}
        {isAsked && error !== null && <Alert type="error" showIcon title={errorText(error)} />}
        <p className="udt-secondary" role="status">
          {isAsked && (isFetching ? t("within.going") : data && <Told {...data} />)}
        </p>
        {isAsked && data && error === null && (
          <Found place={place} files={data.files} length={wish.is_regexp ? 0 : wish.text.length} onGo={onGo} />
        )}
      </div>
    </search>
  );
}

const BEFORE_CHARS = 16;
const SIGNS = { is_case: "Aa", is_regexp: ".*" } as const;
const flag = (value: boolean) => (value ? "1" : "0");

/** What is typed on breaks off what was looked for. */
function useSearch({ project, repo_id, branch }: BranchPlace, commit_id: string, wish: Wish) {
  const { text, is_regexp, is_case } = wish;
  const query = { project, branch, commit_id, text, is_regexp: flag(is_regexp), is_case: flag(is_case) } as const;
  return useQuery({
    ...queryOf(scriptSearchEndpoints.scriptSearch, { params: { repo_id }, query }),
    enabled: text !== "",
    placeholderData: keepPreviousData,
    retry: false,
  });
}

function Told({
  files,
  lines,
  cut_by,
}: {
  files: readonly FoundFile[];
  lines: number;
  cut_by: "number" | "time" | "line" | "file" | null;
}) {
  const t = useT("scripts");
  const format = useFormat();
  const of = (count: number) => ({ count, total: format.number(count) });
  const count = `${t("within.count", of(lines))} ${t("within.files", of(files.length))}`;
  return (
    <>
      {lines === 0 && cut_by === null ? t("within.none") : count}
      {cut_by !== null && ` ${t(`within.cut.${cut_by}`)}`}
    </>
  );
}

/** What is before a hit, as much as leaves room for the hit itself. */
function beginOf(text: string, hit_at: number): string {
  const begin = text.slice(0, hit_at).trimStart();
  return begin.length > BEFORE_CHARS ? `…${begin.slice(-BEFORE_CHARS)}` : begin;
}

function Found(props: {
  place: BranchPlace;
  files: readonly FoundFile[];
  /** How many characters a hit has; 0: nobody knows. */
  length: number;
  onGo: Go | undefined;
}) {
  const { place, files, length, onGo } = props;
  const { project, repo_id, branch } = place;
  return (
    <ul>
      {files.map(({ path, lines }) => (
        <li key={path}>
          <b className="udt-ellipsis" title={path} data-literal>
            {path}
          </b>
          <ul>
            {lines.map(({ line, text, hit_at }) => (
              <li key={line}>
                <Link
                  to={paths.scriptEdit(project, repo_id, { branch, path, line: String(line) })}
                  title={text}
                  data-literal
                  onClick={(event) => {
                    if (!onGo || event.ctrlKey || event.metaKey || event.shiftKey) return;
                    event.preventDefault();
                    onGo({ file: path, line });
                  }}
                >
                  <span className="udt-num">{line}</span>
                  <code>
                    {beginOf(text, hit_at)}
                    {length > 0 ? <mark>{text.slice(hit_at, hit_at + length)}</mark> : null}
                    {text.slice(hit_at + length)}
                  </code>
                </Link>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
