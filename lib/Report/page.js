// Marks the lines that come from the same line of the source, or are the same
// statement, as the one under the pointer or with the focus.
"use strict";
{
  const lineOf = (element) =>
    element.closest && element.closest("[data-line], [id^='source-']");
  const clear = () => {
    for (const line of document.querySelectorAll(".same"))
      line.classList.remove("same");
  };
  const show = (event) => {
    clear();
    const line = lineOf(event.target);
    if (!line) return;
    const number = line.dataset.line || line.id.replace("source-", "");
    const statement = line.dataset.statement;
    const own = document.getElementById("source-" + number);
    if (own) own.classList.add("same");
    for (const other of document.querySelectorAll("[data-line]"))
      if (statement && other.dataset.statement
          ? other.dataset.statement === statement
          : other.dataset.line === number)
        other.classList.add("same");
  };
  document.addEventListener("mouseover", show);
  document.addEventListener("focusin", show);
}
