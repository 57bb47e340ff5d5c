"use strict";
// Stepping through a saved replay: its states are parts of the page, and links to them work without this.
(() => {
  const frames = [...document.querySelectorAll(".frame")];
  if (!frames.length) return;
  document.body.classList.add("keyed");
  const hand = (frame) => frame.closest(".hand");
  const here = () => Math.max(frames.findIndex((each) => "#" + each.id === decodeURIComponent(location.hash)), 0);
  const near = (from, by, wanted) => {
    for (let at = from + by; at >= 0 && at < frames.length; at += by) if (wanted(frames[at])) return frames[at];
    return null;
  };
  const ways = {
    first: (at) => frames.find((each) => hand(each) === hand(frames[at])),
    back: (at) => frames[at - 1],
    on: (at) => frames[at + 1],
    last: (at) => frames.filter((each) => hand(each) === hand(frames[at])).pop(),
    "back-fault": (at) => near(at, -1, (each) => each.classList.contains("fault")),
    "on-fault": (at) => near(at, 1, (each) => each.classList.contains("fault")),
    "back-hand": (at) => near(at, -1, (each) => each.classList.contains("first") && hand(each) !== hand(frames[at])),
    "on-hand": (at) => near(at, 1, (each) => each.classList.contains("first")),
  };
  const keys = {
    ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", "Shift+ArrowLeft": "back-fault",
    "Shift+ArrowRight": "on-fault", "Shift+PageUp": "back-hand", "Shift+PageDown": "on-hand",
  };
  const buttons = [...document.querySelectorAll("[data-step]")];
  const links = [...document.querySelectorAll(".line-of-time a")];
  const go = (way) => {
    const there = ways[way](here());
    if (there) location.hash = there.id;
  };
  const mark = () => {
    const at = here();
    for (const each of buttons) {
      const there = ways[each.dataset.step](at);
      each.disabled = !there || there === frames[at];
    }
    for (const each of links) {
      if (each.getAttribute("href") === "#" + frames[at].id) each.setAttribute("aria-current", "step");
      else each.removeAttribute("aria-current");
    }
  };
  for (const each of buttons) {
    each.hidden = false;
    each.addEventListener("click", () => go(each.dataset.step));
  }
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const way = keys[(event.shiftKey ? "Shift+" : "") + event.key];
    if (!way) return;
    event.preventDefault();
    go(way);
  });
  window.addEventListener("hashchange", mark);
  mark();
})();
