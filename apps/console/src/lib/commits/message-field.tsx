import { LIMITS } from "@udt/contract";
import { Input } from "antd";
import { Field } from "../form/index.ts";
import { useT } from "../i18n/index.ts";

/** What a commit says of itself: Enter goes on, Shift+Enter begins another line. */
export function MessageField(props: {
  value: string;
  error: string | undefined;
  onChange: (message: string) => void;
  onGo: () => void;
}) {
  const t = useT("commits");
  const { value, error, onChange, onGo } = props;
  return (
    <Field
      label={t("message")}
      error={error}
      render={(control) => (
        <Input.TextArea
          {...control}
          autoFocus
          autoSize={{ minRows: 2, maxRows: 8 }}
          maxLength={LIMITS.commit_message_max}
          value={value}
          onFocus={(event) => event.target.select()}
          onChange={(event) => onChange(event.target.value)}
          onPressEnter={(event) => {
            if (event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            onGo();
          }}
        />
      )}
    />
  );
}
