import { useState, type DragEvent } from "react";

export interface Dropped {
  files: File[];
  /** What of it are folders; their bytes are behind their entries. */
  folders: FileSystemDirectoryEntry[];
}

/** What is dropped on an element, and whether something is held above it. The one way in which the console takes drops. */
export function useDrop(onDrop: (dropped: Dropped) => void) {
  const [isOver, setOver] = useState(false);
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = "copy";
        setOver(true);
      },
      onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
        // Going over to a child is no leaving.
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        setOver(false);
        onDrop(droppedOf(event.dataTransfer));
      },
    },
  };
}

/** All at once: after the event the browser gives none of it. */
function droppedOf({ items }: DataTransfer): Dropped {
  const dropped: Dropped = { files: [], folders: [] };
  for (const item of items) {
    const entry = item.webkitGetAsEntry();
    const file = entry?.isDirectory ? null : item.getAsFile();
    if (entry?.isDirectory) dropped.folders.push(entry as FileSystemDirectoryEntry);
    else if (file) dropped.files.push(file);
  }
  return dropped;
}
