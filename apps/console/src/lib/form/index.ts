export { ConfirmByName } from "./confirm-by-name.tsx";
export { Choices, Field, type ControlProps } from "./field.tsx";
export { Fold } from "./fold.tsx";
export { FormDialog } from "./form-dialog.tsx";
export { focusField, FormDrawer } from "./form-drawer.tsx";
export { LeaveGuard } from "./leave-guard.tsx";
export { TextField } from "./text-field.tsx";
export { TimeInput } from "./time-input.tsx";
export { found, PICKED, Picker, unknownOption, type PickOption } from "./picker.tsx";
