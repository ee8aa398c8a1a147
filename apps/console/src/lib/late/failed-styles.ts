/** Stylesheets that could not be loaded. Vite asks for each once, so that what comes later would come without them. */
const failed = new Set<HTMLLinkElement>();

document.addEventListener(
  "error",
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === "stylesheet") failed.add(target);
  },
  true,
);

/** Asks again for all of them; one that fails again stays for the next time. */
export async function loadFailedStyles(): Promise<void> {
  const links = [...failed];
  failed.clear();
  await Promise.all(
    links.map(
      (link) =>
        new Promise<void>((resolve, reject) => {
          const again = link.cloneNode() as HTMLLinkElement;
          again.addEventListener("load", () => resolve());
          again.addEventListener("error", () => reject(new Error(`${again.href} could not be loaded`)));
          link.replaceWith(again);
        }),
    ),
  );
}
