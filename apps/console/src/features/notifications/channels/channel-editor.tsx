import type { Channel } from "@udt/contract";
import { App } from "antd";
import { useState } from "react";
import { focusField, FormDrawer } from "../../../lib/form/index.ts";
import { activeLanguage, useT } from "../../../lib/i18n/index.ts";
import { useRuleText } from "../../../lib/rules/index.ts";
import { useSaveChannel, type Owner } from "../use-notifications.ts";
import { ChannelFields } from "./channel-fields.tsx";
import { newValues, problemsOf, valuesOf, wishOf, type ChannelField, type ChannelValues } from "./channel-values.ts";

/** A new channel, or a change of one. */
export function ChannelEditor(props: { owner: Owner; channel: Channel | undefined; onClose: () => void }) {
  const t = useT("notifications");
  const common = useT("common");
  const { message } = App.useApp();
  const { refused } = useRuleText();
  const { channel, onClose } = props;
  const [first] = useState(() => (channel ? valuesOf(channel) : newValues(activeLanguage())));
  const [values, setValues] = useState<ChannelValues>(first);
  const [touched, setTouched] = useState<ReadonlySet<ChannelField>>(new Set());
  const [tried, setTried] = useState(false);
  const save = useSaveChannel(props.owner, channel);
  const problems = problemsOf(values, channel);
  const dirty = JSON.stringify(values) !== JSON.stringify(first);

  const errorOf = (field: ChannelField): string | undefined => {
    const problem = tried || touched.has(field) ? problems.get(field) : undefined;
    // What the server said holds as long as nothing was changed since.
    return problem ?? (save.isError ? refused(save.error, field) : undefined);
  };
  const change = (next: Partial<ChannelValues>) => {
    setValues((before) => ({ ...before, ...next }));
    setTouched((before) => new Set([...before, ...(Object.keys(next) as ChannelField[])]));
    if (save.isError) save.reset();
  };
  const submit = (form: HTMLFormElement) => {
    setTried(true);
    const [broken] = problems.keys();
    if (broken !== undefined) {
      focusField(form, broken);
      return;
    }
    save.mutate(wishOf(values), {
      onSuccess: () => {
        void message.success(common("saved"));
        onClose();
      },
    });
  };
  return (
    <FormDrawer
      size={560}
      title={t(channel ? "editor.edit" : "editor.add")}
      dirty={dirty}
      save={save}
      disabled={channel !== undefined && !dirty}
      onSubmit={submit}
      onClose={onClose}
    >
      <ChannelFields owner={props.owner} values={values} channel={channel} errorOf={errorOf} onChange={change} />
    </FormDrawer>
  );
}
