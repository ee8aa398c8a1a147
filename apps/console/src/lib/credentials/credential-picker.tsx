import { ENDPOINTS } from "@udt/contract";
import { api } from "../api/api.ts";
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
      queryKey={["credentialList", project]}
      enabled={useMay(project, "cred.view")}
      list={(filter, signal) => api.call(ENDPOINTS.credentialList, { query: { project, ...filter }, signal })}
      get={(credential_id, signal) =>
        api.call(ENDPOINTS.credentialGet, { params: { credential_id }, query: { project }, signal })
      }
      option={({ credential_id, name, username }) => ({ value: credential_id, label: `${name} (${username})` })}
      value={props.value}
      onChange={props.onChange}
      {...(props.none !== undefined && { allowClear: true, placeholder: props.none })}
    />
  );
}
