import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { INSTALLABLE, type App, type DeviceOs, type Library, type LibraryFramework } from "@udt/contract";
import { appEndpoints } from "@udt/contract/endpoints/apps";
import { libraryEndpoints } from "@udt/contract/endpoints/libraries";
import { Select } from "antd";
import { useDeferredValue, useState } from "react";
import { api } from "../../../lib/api/api.ts";
import { keyOf } from "../../../lib/api/keys.ts";
import { queryOf } from "../../../lib/api/queries.ts";
import { nameIn } from "../../../lib/apps/index.ts";
import { activeLanguage, getT, useT } from "../../../lib/i18n/index.ts";
import { found, PICKED, Picker, unknownOption, type ControlProps, type PickOption } from "../../../lib/form/index.ts";

/** Chooses among the project's packages for a system by name, package or file. What no device installs shows why it cannot be chosen. */
export function AppPicker(props: {
  project: string;
  control: ControlProps;
  os: DeviceOs;
  value: readonly string[];
  many?: true;
  onChange: (app_ids: string[]) => void;
}) {
  const t = useT("jobs");
  const c = useT("job-config");
  const common = useT("common");
  const [keyword, setKeyword] = useState("");
  const filter = { keyword: useDeferredValue(keyword.trim()), os: props.os, page_size: PICKED };
  const apps = useQuery({
    ...queryOf(appEndpoints.appList, { query: { project: props.project, ...filter } }),
    placeholderData: keepPreviousData,
  });
  // What is chosen need not be among the first.
  const chosen = useQuery({
    queryKey: [...keyOf(appEndpoints.appList, { query: { project: props.project } }), "picked", props.value],
    queryFn: ({ signal }) =>
      Promise.all(
        props.value.map((app_id) =>
          found(api.call(appEndpoints.appGet, { params: { app_id }, query: { project: props.project }, signal })),
        ),
      ),
    enabled: props.value.length > 0,
    placeholderData: keepPreviousData,
  });
  const known = [...(chosen.data ?? []), ...(apps.data?.list ?? [])].filter((app) => app !== undefined);
  const options = new Map<string, PickOption>([
    // Until its name is known; an app may have been deleted since.
    ...props.value.map((value) => [value, unknownOption(value, chosen.isFetching, c("summary.gone"))] as const),
    ...known.map((app) => [app.app_id, appOption(app, props.os)] as const),
  ]);
  const shared = {
    ...props.control,
    showSearch: { filterOption: false, searchValue: keyword, onSearch: setKeyword },
    onOpenChange: (isOpen: boolean) => !isOpen && setKeyword(""),
    allowClear: true,
    loading: apps.isFetching,
    placeholder: t("editor.app_placeholder"),
    notFoundContent: t("editor.app_none", { os: common(`os.${props.os}`) }),
    options: [...options.values()],
  };
  return props.many ? (
    <Select {...shared} mode="multiple" value={[...props.value]} onChange={(ids) => props.onChange(ids)} />
  ) : (
    <Select
      {...shared}
      value={props.value[0]}
      onChange={(app_id: string | undefined) => props.onChange(app_id === undefined ? [] : [app_id])}
    />
  );
}

/** A package as it is offered: one that devices of the system cannot install says so, and cannot be chosen. */
function appOption(app: App, os: DeviceOs): PickOption {
  const { app_id, version_name, package_name, kind } = app;
  const label = `${nameIn(app, activeLanguage())} ${version_name} · ${package_name}`;
  const needed = INSTALLABLE[os];
  if (kind === needed) return { value: app_id, label };
  const why = getT("refusals")("rows.app_wrong_device", { kind, needed, os: getT("common")(`os.${os}`) });
  return { value: app_id, label: `${label} · ${why}`, title: why, disabled: true };
}

/** Its files are there, and only its cases could not be listed: what runs in an image lists them itself. */
const isForImages = ({ commit_id, parse_failure }: Library): boolean =>
  commit_id === "" && (parse_failure === "parser_exited" || parse_failure === "abnormal_result");

/** A library as it is offered: one whose cases were never listed can only be chosen for an image. */
function libraryOption(library: Library, inImage: boolean): PickOption {
  const t = getT("jobs");
  const { library_id, name, case_count, commit_id } = library;
  return {
    value: library_id,
    label: isForImages(library)
      ? t("editor.library_in_image", { name })
      : t("editor.library_option", { name, count: case_count }),
    disabled: commit_id === "" && !(inImage && isForImages(library)),
  };
}

/** Chooses among the project's case libraries of one framework that can be run. */
export function LibraryPicker(props: {
  project: string;
  control: ControlProps;
  framework: LibraryFramework;
  inImage: boolean;
  value: string | null;
  onChange: (library_id: string | null) => void;
}) {
  const t = useT("jobs");
  const { project, framework } = props;
  return (
    <Picker
      control={props.control}
      list={(filter) => queryOf(libraryEndpoints.libraryList, { query: { project, framework, ...filter } })}
      get={(library_id) => queryOf(libraryEndpoints.libraryGet, { params: { library_id }, query: { project } })}
      option={(library) => libraryOption(library, props.inImage)}
      allowClear
      placeholder={t("editor.library_placeholder")}
      none={t("editor.library_none")}
      value={props.value}
      onChange={props.onChange}
    />
  );
}
