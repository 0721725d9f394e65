// Shows what a figure answers beside the figure that was clicked on.
// The answers stand in the list at the page's end, where they can be read without this script.

const shown = document.createElement("div");
shown.className = "evidence answer-beside";
shown.popover = "auto";

document.addEventListener("click", (event) => {
  const figure = event.target.closest("data[data-answer]");
  const answer = figure && document.getElementById(figure.dataset.answer);
  if (!answer || !shown.showPopover) return;
  shown.innerHTML = answer.innerHTML;
  // Inside an opened evidence, so that this one opens on top of it.
  (figure.closest("[popover]") || document.querySelector("article")).append(shown);
  shown.showPopover();
  const at = figure.getBoundingClientRect();
  const left = Math.min(at.left, document.documentElement.clientWidth - shown.offsetWidth - 8);
  const below = at.bottom + 6;
  const fits = below + shown.offsetHeight < window.innerHeight;
  const top = fits ? below : Math.max(8, at.top - shown.offsetHeight - 6);
  shown.style.left = `${Math.max(8, left) + window.scrollX}px`;
  shown.style.top = `${top + window.scrollY}px`;
});
