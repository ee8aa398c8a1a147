import { Checkbox, Input } from "antd";
import { LIMITS } from "@udt/contract";
import { useDeferredValue, useState } from "react";
import { Avatar, SkeletonBar } from "../../lib/components/index.ts";
import { errorText } from "../../lib/errors/index.ts";
import { Field } from "../../lib/form/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { usePeople, type Person } from "./use-people.ts";

/** Finds people by a part of their nickname or email, to tick them. */
export function PeopleSearch(props: { chosen: readonly Person[]; onToggle: (person: Person, on: boolean) => void }) {
  const t = useT("members");
  const [text, setText] = useState("");
  const keyword = useDeferredValue(text.trim());
  const people = usePeople(keyword);
  return (
    <>
      <Field
        label={t("add_page.search")}
        hint={people.isError ? undefined : t("add_page.search_hint")}
        error={people.isError ? errorText(people.error) : undefined}
        render={(control) => (
          <Input
            {...control}
            autoFocus
            autoComplete="off"
            maxLength={LIMITS.keyword_max}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      />
      {keyword !== "" && people.isPending && <SkeletonBar width="60%" />}
      {keyword !== "" && people.data && (
        <ul className="members-people members-found" aria-busy={people.isPlaceholderData}>
          {people.data.list.map((person) => (
            <li key={person.user_id}>
              <Checkbox
                checked={props.chosen.some(({ user_id }) => user_id === person.user_id)}
                onChange={(event) => props.onToggle(person, event.target.checked)}
              >
                <span className="members-person">
                  <Avatar name={person.user_name} image={person.head_image} />
                  <span>
                    <b className="udt-ellipsis">{person.user_name}</b>
                    <small className="udt-ellipsis">{person.email}</small>
                  </span>
                </span>
              </Checkbox>
            </li>
          ))}
          {people.data.list.length === 0 && <li className="udt-secondary">{t("add_page.none")}</li>}
          {people.data.total > people.data.list.length && (
            <li className="udt-secondary">
              {t("add_page.more", { count: people.data.total - people.data.list.length })}
            </li>
          )}
        </ul>
      )}
    </>
  );
}
