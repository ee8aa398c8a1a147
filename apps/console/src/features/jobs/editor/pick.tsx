import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ENDPOINTS, type Framework, type Library, type LibraryFramework } from "@udt/contract";
import { Select } from "antd";
import { useDeferredValue, useState } from "react";
import { api } from "../../../lib/api/api.ts";
import { useT } from "../../../lib/i18n/index.ts";
import type { ControlProps } from "../../../lib/form/index.ts";

const PICKED = 50;

/** Chooses among the project's Android packages by name, package or file. */
export function AppPicker(props: {
  project: string;
  control: ControlProps;
  value: readonly string[];
  many?: true;
  onChange: (app_ids: string[]) => void;
}) {
  const t = useT("jobs");
  const [keyword, setKeyword] = useState("");
  const wanted = useDeferredValue(keyword.trim());
  const apps = useQuery({
    queryKey: ["appList", props.project, { keyword: wanted, os: "android", page_size: PICKED }],
    queryFn: ({ signal }) =>
      api.call(ENDPOINTS.appList, {
        query: { project: props.project, keyword: wanted, os: "android", page_size: PICKED },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
  // What is chosen need not be among the first.
  const chosen = useQuery({
    queryKey: ["appGet", props.project, props.value],
    queryFn: ({ signal }) =>
      Promise.all(
        props.value.map((app_id) =>
          api.call(ENDPOINTS.appGet, { params: { app_id }, query: { project: props.project }, signal }),
        ),
      ),
    enabled: props.value.length > 0,
    placeholderData: keepPreviousData,
  });
  const options = new Map(
    [...(chosen.data ?? []), ...(apps.data?.list ?? [])].map((app) => [
      app.app_id,
      { value: app.app_id, label: `${app.name} ${app.version_name} · ${app.package_name}` },
    ]),
  );
  const shared = {
    ...props.control,
    showSearch: { filterOption: false, onSearch: setKeyword },
    allowClear: true,
    loading: apps.isFetching,
    placeholder: t("editor.app_placeholder"),
    notFoundContent: t("editor.app_none"),
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

/** Its files are there, and only its cases could not be listed: what runs in an image lists them itself. */
const isForImages = ({ commit_id, parse_failure }: Library): boolean =>
  commit_id === "" && (parse_failure === "parser_exited" || parse_failure === "abnormal_result");

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
  const [keyword, setKeyword] = useState("");
  const filter = { keyword: useDeferredValue(keyword.trim()), framework: props.framework, page_size: PICKED };
  const libraries = useQuery({
    queryKey: ["libraryList", props.project, filter],
    queryFn: ({ signal }) => api.call(ENDPOINTS.libraryList, { query: { project: props.project, ...filter }, signal }),
    placeholderData: keepPreviousData,
  });
  const library_id = props.value;
  const chosen = useQuery({
    queryKey: ["libraryGet", props.project, library_id],
    queryFn: ({ signal }) =>
      api.call(ENDPOINTS.libraryGet, {
        params: { library_id: library_id! },
        query: { project: props.project },
        signal,
      }),
    enabled: library_id !== null,
  });
  const options = new Map(
    [...(chosen.data ? [chosen.data] : []), ...(libraries.data?.list ?? [])].map((library) => [
      library.library_id,
      {
        value: library.library_id,
        label: isForImages(library)
          ? t("editor.library_in_image", { name: library.name })
          : t("editor.library_option", { name: library.name, count: library.case_count }),
        disabled: library.commit_id === "" && !(props.inImage && isForImages(library)),
      },
    ]),
  );
  return (
    <Select
      {...props.control}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      allowClear
      loading={libraries.isFetching}
      placeholder={t("editor.library_placeholder")}
      notFoundContent={t("editor.library_none")}
      options={[...options.values()]}
      value={props.value ?? undefined}
      onChange={(value: string | undefined) => props.onChange(value ?? null)}
    />
  );
}

/** Frameworks in the order in which they are offered. */
export const FRAMEWORK_ORDER: readonly Framework[] = ["node_test", "pytest", "shell", "instrumentation", "monkey"];
