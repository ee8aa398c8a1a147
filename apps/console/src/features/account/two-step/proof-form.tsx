import type { UseMutationResult } from "@tanstack/react-query";
import { App } from "antd";
import { errorText } from "../../../lib/errors/index.ts";
import { Dialog } from "../../../lib/form/dialog.tsx";
import { isAboutProof, ProofField, useProof } from "../../../lib/proof/index.ts";
import { TwoStepForm } from "./two-step-form.tsx";

interface ProofFormProps<Answer> {
  /** What it does; a paragraph each. */
  texts: readonly string[];
  submit: string;
  danger?: boolean;
  /** What is done, by the password; without one by who has none here. */
  change: Pick<UseMutationResult<Answer, Error, string | undefined>, "isPending" | "error" | "mutate" | "reset">;
  onDone?: (answer: Answer) => void;
  onClose: () => void;
}

/** Asks for the password again; who has none here is told what proves them in its place. */
export function ProofForm<Answer>({ change, ...props }: ProofFormProps<Answer>) {
  const proof = useProof();
  const { isPending, error } = change;
  const setPassword = (password: string) => {
    proof.setPassword(password);
    // What was said of another password no longer holds.
    change.reset();
  };
  return (
    <TwoStepForm
      submit={props.submit}
      danger={props.danger === true}
      isReady={proof.isGiven}
      isPending={isPending}
      onSubmit={() => change.mutate(proof.body.password, { onSuccess: (answer) => props.onDone?.(answer) })}
      onClose={props.onClose}
    >
      {props.texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <ProofField proof={{ ...proof, setPassword }} error={error} autoFocus />
      {error !== null && !isAboutProof(error) && (
        <p className="two-step-wrong" role="alert">
          {errorText(error)}
        </p>
      )}
    </TwoStepForm>
  );
}

/** The same as a question of its own. */
export function ProofDialog<Answer>({ title, ...form }: ProofFormProps<Answer> & { title: string }) {
  return (
    <Dialog title={title} footer={null} onCancel={form.onClose}>
      <ProofForm {...form} />
    </Dialog>
  );
}

interface RemoveFactorProps extends Pick<ProofFormProps<unknown>, "texts" | "submit" | "change" | "onClose"> {
  title: string;
  /** Said once it is gone. */
  removed: string;
}

/** Asks before a second factor goes. */
export function RemoveFactor({ removed, ...dialog }: RemoveFactorProps) {
  const { message } = App.useApp();
  const done = () => {
    dialog.onClose();
    void message.success(removed);
  };
  return <ProofDialog {...dialog} danger onDone={done} />;
}
