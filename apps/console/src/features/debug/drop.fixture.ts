import { act } from "react";

/** Drops files, and folders by their names, on an element, as a browser does. */
export async function dropOn(element: HTMLElement, dropped: { files?: File[]; folders?: string[] }): Promise<void> {
  const files = (dropped.files ?? []).map((file) => ({
    webkitGetAsEntry: () => ({ isDirectory: false, name: file.name }),
    getAsFile: () => file,
  }));
  const folders = (dropped.folders ?? []).map((name) => ({ webkitGetAsEntry: () => ({ isDirectory: true, name }) }));
  const event = new Event("drop", { bubbles: true, cancelable: true });
  Object.defineProperty(event, "dataTransfer", { value: { types: ["Files"], items: [...files, ...folders] } });
  await act(async () => element.dispatchEvent(event));
}
