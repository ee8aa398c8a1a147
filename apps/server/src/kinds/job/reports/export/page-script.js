/* Runs inside the exported report: shows its cases, as many as there are, from the data that the file carries. */
"use strict";
(() => {
  const words = JSON.parse(document.getElementById("words").textContent);
  const all = [];
  for (const data of document.querySelectorAll("script.cases"))
    for (const row of JSON.parse(data.textContent)) all.push(row);
  const kindOf = (row) => (row[1] === "success" && row[2] === "skipped" ? "skipped" : row[1]);
  // What went wrong comes first, and what is alike stays in the library's order.
  all.sort((a, b) => words.order.indexOf(kindOf(a)) - words.order.indexOf(kindOf(b)));
  const narrow = matchMedia("(max-width: 800px)");
  /** As page-style.css has it: where there is no room beside one another, device, time and reason stand below the name. */
  const heightOf = (row) => (narrow.matches ? (row[5] ? 128 : 84) : 40);
  const box = document.getElementById("rows");
  const pad = document.createElement("div");
  const shown = document.createElement("div");
  box.append(pad, shown);
  const found = document.getElementById("found");
  const search = document.getElementById("search");
  let wanted = "";
  let list = all;
  /** Where each row begins, and after the last where it ends. */
  let tops = [0];

  const make = (tag, className, text) => {
    const node = document.createElement(tag);
    if (className) node.className = className;
    if (text) node.textContent = text;
    return node;
  };
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
  const TONES = {
    success: "good",
    failed: "bad",
    executing: "busy",
    skipped: "offline",
    distribution_failed: "warning",
  };
  const pill = (row) => {
    const kind = kindOf(row);
    return make("span", `pill ${TONES[kind] ?? "offline"}`, words.state[kind]);
  };

  /** The cause of a state, how the case compares, and how often it ran: what the console says beside it. */
  const notesOf = (row) =>
    [
      row[1] !== "success" && row[2] !== "assertion" && words.cause[row[2]],
      row[6] !== "still_failing" && words.compared[row[6]],
      row[7] && words.compared.flaky,
      row[9] > 1 && fill(words.attempt, { count: row[9] }),
    ].filter(Boolean);

  const line = (row, index) => {
    const node = make("button", "grid");
    node.type = "button";
    node.style.top = `${tops[index]}px`;
    if (row[5]) node.dataset.why = "";
    const name = make("code", "cut", row[0]);
    name.title = row[0];
    const result = make("span", "cut");
    result.title = notesOf(row).join(" · ");
    result.append(pill(row), make("span", "small", ` ${result.title}`));
    node.append(name, result, make("span", "cut", row[3]), make("span", "", row[4]), make("code", "cut small", row[5]));
    node.addEventListener("click", () => open(row));
    return node;
  };
  const open = (row) => {
    const dialog = make("dialog");
    const head = make("header");
    const close = make("button", "", words.close);
    close.type = "button";
    close.addEventListener("click", () => dialog.close());
    head.append(make("h1", "", row[0]), close);
    dialog.append(head, pill(row));
    // All that the row may have no room for.
    dialog.append(make("p", "small", [row[8], row[3], row[4], ...notesOf(row)].filter(Boolean).join(" · ")));
    const why = make("div", "why");
    if (row[10] || row[5]) why.append(make("pre", "", row[10] || row[5]));
    for (const [tag, address, said] of [
      ["video", row[12], words.video],
      ["img", row[11], words.picture],
    ]) {
      if (!address || address === true) continue;
      const seen = make(tag);
      seen.src = address;
      if (tag === "img") seen.alt = said;
      else Object.assign(seen, { controls: true, muted: true, preload: "metadata", ariaLabel: said });
      const figure = make("figure");
      figure.append(seen, make("figcaption", "small", said));
      why.append(figure);
    }
    dialog.append(why);
    if (row[12] === true) dialog.append(make("p", "small", words.left_out));
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  };
  /** The row at a height: rows are many, so it is looked for by halves. */
  const rowAt = (y) => {
    let [low, high] = [0, list.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (tops[middle + 1] <= y) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const draw = () => {
    const first = Math.max(0, rowAt(box.scrollTop) - 5);
    const last = Math.min(list.length, rowAt(box.scrollTop + box.clientHeight) + 6);
    shown.replaceChildren(...list.slice(first, last).map((row, index) => line(row, first + index)));
  };
  const isOf = (choice, row) => {
    if (choice === "flaky") return Boolean(row[7]);
    if (choice === "new_failure" || choice === "fixed") return row[6] === choice;
    return !choice || kindOf(row) === choice;
  };
  const filter = () => {
    const text = search.value.trim().toLowerCase();
    list = all.filter(
      (row) => isOf(wanted, row) && (!text || `${row[0]}\n${row[8]}\n${row[5]}`.toLowerCase().includes(text)),
    );
    tops = [0];
    for (const row of list) tops.push(tops.at(-1) + heightOf(row));
    pad.style.height = `${tops.at(-1)}px`;
    pad.className = list.length === 0 ? "empty" : "";
    pad.textContent = list.length === 0 ? words.nothing : "";
    found.textContent = fill(words.found, {
      count: list.length.toLocaleString(words.locale),
      total: all.length.toLocaleString(words.locale),
    });
    box.scrollTop = 0;
    draw();
  };
  for (const button of document.querySelectorAll("button[data-filter]")) {
    const choice = button.dataset.filter;
    // A case that several devices ran is a row of each: the choice says how many rows it leaves.
    button.querySelector("span").textContent = all
      .filter((row) => isOf(choice, row))
      .length.toLocaleString(words.locale);
    button.addEventListener("click", () => {
      wanted = choice;
      for (const other of document.querySelectorAll("button[data-filter]"))
        other.setAttribute("aria-pressed", String(other === button));
      filter();
    });
  }
  search.addEventListener("input", filter);
  box.addEventListener("scroll", draw, { passive: true });
  addEventListener("resize", draw);
  narrow.addEventListener("change", filter);
  filter();
})();
