import type { Channel } from "@udt/contract";
import { App, Button, Drawer } from "antd";
import { useState, type FormEvent } from "react";
import { ApiError } from "@udt/client";
import { errorText, ruleOf } from "../../../lib/errors/index.ts";
import { LeaveGuard } from "../../../lib/form/index.ts";
import { activeLanguage, useT } from "../../../lib/i18n/index.ts";
import { useRuleText } from "../../../lib/rules/index.ts";
import { useAskToClose } from "../use-ask-to-close.ts";
import { useSaveChannel, type Owner } from "../use-notifications.ts";
import { ChannelFields } from "./channel-fields.tsx";
import { newValues, problemsOf, valuesOf, wishOf, type ChannelField, type ChannelValues } from "./channel-values.ts";

const FORM = "channel-editor";

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
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    const [broken] = problems.keys();
    if (broken !== undefined) {
      (event.currentTarget.elements.namedItem(broken) as HTMLElement | null)?.focus();
      return;
    }
    save.mutate(wishOf(values), {
      onSuccess: () => {
        void message.success(common("saved"));
        onClose();
      },
    });
  };
  const close = useAskToClose(dirty, onClose);
  const inline = save.error instanceof ApiError && ruleOf(save.error) === "inline" && errorText(save.error);
  return (
    <Drawer
      open
      size={560}
      title={t(channel ? "editor.edit" : "editor.add")}
      onClose={close}
      footer={
        <div className="notifications-footer">
          {inline && (
            <span className="notifications-refusal" role="alert">
              {inline}
            </span>
          )}
          <Button onClick={close}>{common("cancel")}</Button>
          <Button
            type="primary"
            htmlType="submit"
            form={FORM}
            disabled={channel !== undefined && !dirty}
            loading={save.isPending}
          >
            {common("save")}
          </Button>
        </div>
      }
    >
      <form id={FORM} className="udt-form" noValidate onSubmit={submit}>
        <LeaveGuard dirty={dirty && !save.isSuccess} />
        <ChannelFields owner={props.owner} values={values} channel={channel} errorOf={errorOf} onChange={change} />
      </form>
    </Drawer>
  );
}
