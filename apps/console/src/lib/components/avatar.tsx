import { useState } from "react";
import { baseUrl } from "../api/api.ts";
import { initials } from "./initials.ts";
import "./avatar.css";

/** A picture of a person or project, or letters that stand for the name. `image` is a path below the base path, or empty. */
export function Avatar(props: { name: string; image?: string; size?: 20 | 28 | 40; square?: boolean }) {
  const { name, image = "", size = 28 } = props;
  // A picture that cannot be fetched gives way to the letters, until there is another picture.
  const [broken, setBroken] = useState("");
  const isPicture = image !== "" && image !== broken;
  const letters = initials(name);
  return (
    <span
      className="udt-avatar"
      data-size={size}
      data-square={props.square || undefined}
      // Drawn, not written: they are no part of what a control is called by.
      data-letters={isPicture ? undefined : size === 20 ? [...letters][0] : letters}
      aria-hidden
    >
      {isPicture && <img src={baseUrl + image} alt="" onError={() => setBroken(image)} />}
    </span>
  );
}
