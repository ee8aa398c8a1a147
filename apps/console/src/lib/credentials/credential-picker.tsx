import { credentialEndpoints } from "@udt/contract/endpoints/credentials";
import { queryOf } from "../api/queries.ts";
import { Picker, type ControlProps } from "../form/index.ts";
import { useMay } from "../privileges/index.ts";

/** Chooses among the project's credentials by either of their names. */
export function CredentialPicker(props: {
  project: string;
  control: ControlProps;
  value: string | null;
  /** Where there may be none. */
  none?: string;
  onChange: (credential_id: string | null) => void;
}) {
  const { project } = props;
  return (
    <Picker
      control={props.control}
      enabled={useMay(project, "cred.view")}
      list={(filter) => queryOf(credentialEndpoints.credentialList, { query: { project, ...filter } })}
      get={(credential_id) =>
        queryOf(credentialEndpoints.credentialGet, { params: { credential_id }, query: { project } })
      }
      option={({ credential_id, name, username }) => ({ value: credential_id, label: `${name} (${username})` })}
      value={props.value}
      onChange={props.onChange}
      {...(props.none !== undefined && { allowClear: true, placeholder: props.none })}
    />
  );
}
