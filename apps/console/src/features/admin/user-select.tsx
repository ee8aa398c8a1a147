import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { LIMITS } from "@udt/contract";
import { userEndpoints } from "@udt/contract/endpoints/users";
import { Select } from "antd";
import { useDeferredValue, useState } from "react";
import { queryOf } from "../../lib/api/queries.ts";
import { Avatar } from "../../lib/components/index.ts";
import type { ControlProps } from "../../lib/form/index.ts";
import { useT } from "../../lib/i18n/index.ts";

const SHOWN = 20;

export interface ChosenUser {
  readonly user_id: string;
  readonly user_name: string;
}

/** Finds people by a part of their nickname or email, to choose several. */
export function UserSelect(props: {
  control: ControlProps;
  value: readonly ChosenUser[];
  onChange: (users: readonly ChosenUser[]) => void;
}) {
  const t = useT("admin");
  const [text, setText] = useState("");
  const keyword = useDeferredValue(text.trim().slice(0, LIMITS.keyword_max));
  const people = useQuery({
    ...queryOf(userEndpoints.userSearch, { query: { keyword, page_size: SHOWN } }),
    enabled: keyword !== "",
    placeholderData: keepPreviousData,
  });
  const list = keyword === "" ? [] : (people.data?.list ?? []);
  return (
    <Select
      {...props.control}
      mode="multiple"
      labelInValue
      autoFocus
      // Nothing typed, nothing to choose from: the list is out of the way once somebody is chosen.
      open={text.trim() !== ""}
      showSearch={{ filterOption: false, searchValue: text, onSearch: setText }}
      onSelect={() => setText("")}
      style={{ width: "100%" }}
      placeholder={t("user_select.type")}
      notFoundContent={t("user_select.none")}
      loading={people.isFetching}
      maxCount={LIMITS.bulk_max}
      value={props.value.map(({ user_id, user_name }) => ({ value: user_id, label: user_name }))}
      options={list.map(({ user_id, user_name, email, head_image }) => ({
        value: user_id,
        label: user_name,
        email,
        head_image,
      }))}
      optionRender={optionRender}
      onChange={(chosen: { value: string; label: string }[]) =>
        props.onChange(chosen.map(({ value, label }) => ({ user_id: value, user_name: label })))
      }
    />
  );
}

const optionRender = ({ data }: { data: { label: string; email: string; head_image: string } }) => (
  <span className="admin-user">
    <Avatar name={data.label} image={data.head_image} />
    <span className="admin-lines">
      <b>{data.label}</b>
      <small>{data.email}</small>
    </span>
  </span>
);
