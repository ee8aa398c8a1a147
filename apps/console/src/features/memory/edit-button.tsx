import { EditOutlined } from "@ant-design/icons";
import { useState, type ReactNode } from "react";

/** Opens a form beside what it changes. */
export function EditButton({ name, renderForm }: { name: string; renderForm: (onClose: () => void) => ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className="udt-icon-button" aria-label={name} title={name} onClick={() => setIsOpen(true)}>
        <EditOutlined />
      </button>
      {isOpen && renderForm(() => setIsOpen(false))}
    </>
  );
}
