import { ExpandOutlined, LineChartOutlined, PictureOutlined } from "@ant-design/icons";
import type { UseQueryResult } from "@tanstack/react-query";
import type { CaseHealth } from "@udt/contract";
import { useCallback, useState, type ReactNode } from "react";
import { useOutletContext } from "react-router";
import { EmptyState, ErrorState, PageHeader, SkeletonRows } from "../../lib/components/index.ts";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { useT } from "../../lib/i18n/index.ts";
import { oneOf, wholeNumber } from "../../lib/list/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { PendingRuns } from "../../lib/statistics/index.ts";
import "../../lib/components/controls.css";
import { Behind } from "./behind.tsx";
import { CaseLists, ClusterList } from "./case-lists.tsx";
import { Days, Filters } from "./filters.tsx";
import { HealthStrip } from "./health.tsx";
import { ImageDialog } from "./image-dialog.tsx";
import "./quality.css";
import { Tables } from "./tables.tsx";
import { Tiles } from "./tiles.tsx";
import { Trends } from "./trends.tsx";
import {
  LISTS,
  OF_LIST,
  useBoard,
  useBoardFilter,
  useCases,
  useClusters,
  useDevices,
  useHealth,
  type BehindList,
  type Board,
  type BoardQuery,
  type OfList,
} from "./use-board.ts";
import { Wall } from "./wall.tsx";

const PAGES_MAX = 1_000_000;

/** Whether quality gets better: figures and trends of the user's projects, the cases to look at, and the list behind each number. */
export default function QualityPage() {
  const t = useT("quality");
  const filter = useBoardFilter();
  const { search, set, query, isNarrowed } = filter;
  const board = useBoard(query);
  const onWall = useCallback((isOn: boolean) => set({ wall: isOn ? "1" : undefined }, { replace: true }), [set]);
  const onLeave = useCallback(() => onWall(false), [onWall]);
  const [isImaging, setImaging] = useState(false);
  const isEmpty = board.data !== undefined && board.data.totals.runs + board.data.before.runs === 0;
  return (
    <div className="quality">
      <PageHeader
        title={t("title")}
        actions={
          <>
            <Days filter={filter} />
            <Tables query={query} disabled={isEmpty || board.data === undefined} />
            <button type="button" className="udt-button" onClick={() => setImaging(true)}>
              <PictureOutlined /> {t("image.open")}
            </button>
            <button
              type="button"
              className="udt-button"
              disabled={isEmpty || board.data === undefined}
              onClick={() => onWall(true)}
            >
              <ExpandOutlined /> {t("wall.open")}
            </button>
          </>
        }
      >
        <span className="udt-secondary">{t("lead")}</span>
      </PageHeader>
      <Filters filter={filter} choices={board.data?.choices} />
      {board.isPending && <SkeletonRows />}
      {board.isError && !board.data && (
        <ErrorState title={t("error")} error={board.error} onRetry={() => void board.refetch()} />
      )}
      {board.data && (
        <div aria-busy={board.isPlaceholderData}>
          <PendingRuns pending={board.data.pending} />
          {isEmpty ? (
            // What is still being counted may be all that there is.
            board.data.pending === 0 && (
              <Nothing isNarrowed={isNarrowed} onAll={() => set({ ...NO_FILTER, days: "90" })} />
            )
          ) : (
            <Content
              board={board.data}
              query={query}
              isOnWall={search.get("wall") === "1"}
              onLeave={onLeave}
              set={set}
            />
          )}
        </div>
      )}
      <ImageDialog query={query} open={isImaging} onClose={() => setImaging(false)} />
      <Behind
        list={isEmpty ? undefined : oneOf(search.get("list"), LISTS)}
        query={query}
        page_num={wholeNumber(search.get("page_num"), 1, PAGES_MAX)}
        search={search}
        onPage={(page_num) => set({ page_num })}
        onNarrow={(to) => set({ page_num: undefined, ...to })}
        onClose={() => set({ list: undefined, ...OF_LIST })}
      />
    </div>
  );
}

const NO_FILTER = {
  project_ids: undefined,
  os: undefined,
  brand: undefined,
  framework: undefined,
  app_version: undefined,
} as const;

function Content(props: {
  board: Board;
  query: BoardQuery;
  isOnWall: boolean;
  onLeave: () => void;
  set: ReturnType<typeof useBoardFilter>["set"];
}) {
  const t = useT("quality");
  const { board, query, set } = props;
  const devices = useDevices(query);
  const cases = useCases(query);
  const clusters = useClusters(query);
  const health = useHealth(query);
  const open = (list: BehindList, of: OfList = {}) => set({ ...OF_LIST, list, ...of });
  const opens = props.isOnWall ? {} : { onFailures: (of: OfList) => open("failed", of) };
  const lists = (
    <Read of={cases} error={t("cases.error")} rows={8}>
      {(data) => <CaseLists cases={data} {...opens} />}
    </Read>
  );
  const grouped = (
    <Read of={clusters} error={t("clusters.error")} rows={4}>
      {(data) => <ClusterList clusters={data} {...opens} />}
    </Read>
  );
  const strip = (onOpen?: (of: CaseHealth | undefined) => void) => (
    <Read of={health} error={t("health.error")} rows={2}>
      {(data) => <HealthStrip health={data} {...(onOpen && { onOpen })} />}
    </Read>
  );
  const figures = { board, cases: health.data?.total, devices: devices.data, noDevices: devices.isError };
  if (props.isOnWall)
    return (
      <Wall
        lead={t("wall.lead", { count: Number(query.days) })}
        onLeave={props.onLeave}
        pages={[
          { title: t("wall.figures"), content: <Tiles {...figures} /> },
          { title: t("wall.trends"), content: <Trends board={board} height={200} /> },
          {
            title: t("wall.cases"),
            content: (
              <>
                {strip()}
                {lists}
              </>
            ),
          },
          { title: t("clusters.title"), content: grouped },
        ]}
      />
    );
  return (
    <>
      <Tiles {...figures} onOpen={open} />
      {strip((of) => open("health", { health: of }))}
      <Trends board={board} onOpen={(list, day) => open(list, { day })} />
      {grouped}
      {lists}
    </>
  );
}

/** What was read, or why it is not there: on a wall as well, where nobody would ask what it waits for. */
function Read<Data>(props: {
  of: UseQueryResult<Data>;
  error: string;
  rows: number;
  children: (data: Data) => ReactNode;
}) {
  const { of, error, rows } = props;
  if (of.data !== undefined) return props.children(of.data);
  if (of.isError) return <ErrorState title={error} error={of.error} onRetry={() => void of.refetch()} />;
  return <SkeletonRows rows={rows} />;
}

function Nothing({ isNarrowed, onAll }: { isNarrowed: boolean; onAll: () => void }) {
  const t = useT("quality");
  // The shell knows which project was open last.
  const current = useOutletContext<string | undefined>();
  return (
    <div className="udt-card quality-empty">
      <EmptyState
        icon={<LineChartOutlined />}
        title={t(isNarrowed ? "nothing.title" : "none.title")}
        action={
          isNarrowed ? (
            <button type="button" className="udt-button" onClick={onAll}>
              {t("nothing.all")}
            </button>
          ) : (
            <LinkButton to={current === undefined ? paths.projects() : paths.jobs(current)}>
              {t(current === undefined ? "none.projects" : "none.jobs")}
            </LinkButton>
          )
        }
      >
        {t(isNarrowed ? "nothing.text" : "none.text")}
      </EmptyState>
    </div>
  );
}
