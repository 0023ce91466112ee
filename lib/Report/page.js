// Marks what belongs to the line under the pointer or with the focus: in the
// source, in the loops before and after each step, and in the code. Arrows go
// through the lines of what has the focus, and Enter follows a line's number.
"use strict";
{
  const lineOf = (element) =>
    element.closest && element.closest("[data-statements], [id^='source-']");
  const namesOf = (line) => (line.dataset.statements || "").split(" ");
  const share = (one, other) =>
    namesOf(one).some((name) => name && namesOf(other).includes(name));
  const clear = () => {
    for (const line of document.querySelectorAll(".same"))
      line.classList.remove("same");
  };
  // Statements by their names; loops by their names, and what is in them or
  // where they come from; otherwise, by the line of the source.
  const belong = (one, other, number) => {
    const bothNamed = one.dataset.statements && other.dataset.statements;
    if (!bothNamed) return other.dataset.line === number;
    if (one.dataset.loop !== other.dataset.loop) return false;
    if (share(one, other)) return true;
    return Boolean(one.dataset.loop) && Boolean(number) &&
      other.dataset.line === number;
  };
  const show = (event) => {
    clear();
    const line = lineOf(event.target);
    if (!line) return;
    const number = line.dataset.line ||
      (line.id.startsWith("source-") ? line.id.replace("source-", "") : "");
    const own = document.getElementById("source-" + number);
    if (own) own.classList.add("same");
    for (const other of document.querySelectorAll("[data-statements]"))
      if (belong(line, other, number)) other.classList.add("same");
  };
  // Told to those who do not see the marks.
  const said = document.createElement("p");
  said.className = "said";
  said.setAttribute("role", "status");
  document.body.append(said);
  let current = null;
  const move = (text, step) => {
    const lines = [...text.querySelectorAll(".line")];
    const at = lines.indexOf(current) + step;
    current = lines[Math.max(0, Math.min(at, lines.length - 1))];
    if (!current) return;
    show({target: current});
    const others = [...document.querySelectorAll(".same")]
      .filter((line) => line !== current).length;
    current.classList.add("same");
    current.scrollIntoView({block: "nearest"});
    said.textContent =
      current.textContent.trim() + "; " + others + " more lines are marked";
  };
  const pressed = (event) => {
    const text = event.target;
    if (event.altKey || event.ctrlKey || event.metaKey ||
        !text.matches("pre.file, pre.loops"))
      return;
    const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
    if (step) move(text, step);
    const link = event.key === "Enter" && text.contains(current) &&
      current.querySelector("a");
    if (link) link.click();
    if (step || link) event.preventDefault();
  };
  document.addEventListener("keydown", pressed);
  document.addEventListener("mouseover", show);
  document.addEventListener("focusin", show);
}
