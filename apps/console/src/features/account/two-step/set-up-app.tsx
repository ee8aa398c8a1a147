import { ApiError } from "@udt/client";
import { LIMITS } from "@udt/contract";
import { Input, QRCode } from "antd";
import { useState } from "react";
import { CopyButton } from "../../../lib/components/index.ts";
import { errorText } from "../../../lib/errors/index.ts";
import { Dialog } from "../../../lib/form/dialog.tsx";
import { Field } from "../../../lib/form/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { ProofForm } from "./proof-form.tsx";
import { TwoStepForm } from "./two-step-form.tsx";
import { useBeginApp, useConfirmApp } from "./use-two-step.ts";

/** The password, then the secret and a first code of the app that has taken it. */
export function SetUpApp({ onClose, onDone }: { onClose: () => void; onDone: (codes: readonly string[]) => void }) {
  const t = useT("two-step");
  const begin = useBeginApp();
  return (
    <Dialog title={t("app.title")} footer={null} mask={{ closable: false }} onCancel={onClose}>
      {begin.data ? (
        <FirstCode {...begin.data} onDone={onDone} onClose={onClose} />
      ) : (
        <ProofForm texts={[t("app.proof")]} submit={t("next")} change={begin} onClose={onClose} />
      )}
    </Dialog>
  );
}

function FirstCode(props: {
  secret_key: string;
  totp_url: string;
  onDone: (codes: readonly string[]) => void;
  onClose: () => void;
}) {
  const t = useT("two-step");
  const [code, setCode] = useState("");
  const confirm = useConfirmApp();
  const { error } = confirm;
  const isWrong = error instanceof ApiError && error.code === "second_step_code";
  return (
    <TwoStepForm
      submit={t("app.confirm")}
      isReady={code.trim() !== ""}
      isPending={confirm.isPending}
      onSubmit={() => confirm.mutate(code, { onSuccess: ({ recovery_codes }) => props.onDone(recovery_codes) })}
      onClose={props.onClose}
    >
      <p>{t("app.scan")}</p>
      <div className="two-step-secret">
        {/* Black on white in either theme: cameras read nothing else for sure. */}
        <div role="img" aria-label={t("app.qr")}>
          {/* It calls itself a picture, too, without saying of what. */}
          <div aria-hidden>
            <QRCode type="svg" value={props.totp_url} size={176} color="#000" bgColor="#fff" bordered={false} />
          </div>
        </div>
        <dl className="udt-facts">
          <dt>{t("app.secret")}</dt>
          <dd className="udt-mono">
            {props.secret_key.match(/.{1,4}/g)?.join(" ")}
            <CopyButton text={props.secret_key} />
          </dd>
        </dl>
      </div>
      <Field
        label={t("app.code")}
        hint={t("app.code_hint")}
        error={error === null ? undefined : isWrong ? t("app.code_wrong") : errorText(error)}
        render={(control) => (
          <Input
            {...control}
            autoFocus
            inputMode="numeric"
            autoComplete="one-time-code"
            value={code}
            maxLength={LIMITS.second_code_max}
            {...(error !== null && { status: "error" as const })}
            onChange={(event) => {
              setCode(event.target.value);
              confirm.reset();
            }}
          />
        )}
      />
    </TwoStepForm>
  );
}
