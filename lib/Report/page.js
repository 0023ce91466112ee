// Marks what belongs to the line under the pointer or with the focus: in the
// source, in the loops before and after each step, and in the code.
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
  document.addEventListener("mouseover", show);
  document.addEventListener("focusin", show);
}
