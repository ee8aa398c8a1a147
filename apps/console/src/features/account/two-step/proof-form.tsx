import { Button } from "antd";
import { errorText } from "../../../lib/errors/index.ts";
import { isAboutProof, ProofField, useProof } from "../../../lib/proof/index.ts";

/** Asks for the password again; who has none here is told what proves them in its place. */
export function ProofForm(props: {
  text: string;
  submit: string;
  danger?: boolean;
  pending: boolean;
  error: Error | null;
  onSubmit: (password: string | undefined) => void;
  /** The password was changed: what was said of it no longer holds. */
  onChange: () => void;
}) {
  const proof = useProof();
  const setPassword = (password: string) => {
    proof.setPassword(password);
    props.onChange();
  };
  return (
    <form
      className="two-step-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!props.pending && proof.isGiven) props.onSubmit(proof.hasPassword ? proof.password : undefined);
      }}
    >
      <p>{props.text}</p>
      <ProofField proof={{ ...proof, setPassword }} error={props.error} autoFocus />
      {props.error !== null && !isAboutProof(props.error) && (
        <p className="two-step-wrong" role="alert">
          {errorText(props.error)}
        </p>
      )}
      <div className="two-step-buttons">
        <Button
          type="primary"
          htmlType="submit"
          danger={props.danger === true}
          disabled={!proof.isGiven}
          loading={props.pending}
        >
          {props.submit}
        </Button>
      </div>
    </form>
  );
}
