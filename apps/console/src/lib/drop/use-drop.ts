import { useState, type DragEvent } from "react";

/** Files that are dropped on an element, and whether some are held above it. */
export function useDrop(onFiles: (files: File[]) => void) {
  const [isOver, setOver] = useState(false);
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        setOver(false);
        onFiles(filesOf(event.dataTransfer));
      },
    },
  };
}

/** What was dropped, without folders: their bytes cannot be read. */
function filesOf(dropped: DataTransfer): File[] {
  return [...dropped.items].flatMap((item) => {
    const file = item.webkitGetAsEntry()?.isDirectory ? null : item.getAsFile();
    return file ? [file] : [];
  });
}
