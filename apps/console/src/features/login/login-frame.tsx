import type { ReactNode } from "react";
import { useEffect, useRef } from "react";
import "./login.css";
import { LoginPicture } from "./login-picture.tsx";
import { LoginSwitches } from "./login-switches.tsx";

/** The page before anybody is signed in. Plain elements only: it must not wait for the component library. */
export function LoginFrame({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · UDT`;
    // Where what was pressed is gone, the keyboard goes on from here, and a screen reader says what has come of it.
    if (document.activeElement === document.body) heading.current?.focus();
  }, [title]);
  return (
    <div className="login">
      <LoginTop />
      <main className="login-main">
        <section className="login-form">
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          <p>{lead}</p>
          {children}
        </section>
        <LoginPicture />
      </main>
    </div>
  );
}

/** Whose page it is, its language and its theme, where there is no header of the signed in. */
export function LoginTop() {
  return (
    <header className="login-top">
      <span className="login-logo">
        <span aria-hidden>U</span> UDT
      </span>
      <LoginSwitches />
    </header>
  );
}
