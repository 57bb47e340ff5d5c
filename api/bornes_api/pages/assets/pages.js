"use strict";
// Everything works without this file: it spares reloads, and adds keys and dropped files.
(() => {
  const form = () => document.getElementById("replay");

  let plainly = false; // the form is sent as it would be without this script
  let waiting = Promise.resolve(); // keys that are pressed quickly are answered one after the other

  const inTurn = (find) => {
    waiting = waiting.then(() => {
      const button = form() && find();
      return button && !button.disabled ? show(button) : null;
    });
  };

  const show = async (button) => {
    const data = new FormData(form(), button);
    const post = form().method === "post";
    const address = form().getAttribute("action") + (post ? "" : "?" + new URLSearchParams(data));
    const focused = document.activeElement && document.activeElement.dataset ? document.activeElement : null;
    const key = focused && focused.dataset.key;
    const at = focused && focused.name === "at" && !key ? focused.value : null;
    try {
      const answer = await fetch(address, post ? { method: "POST", body: new URLSearchParams(data) } : {});
      if (!answer.ok) throw new Error(answer.status);
      swap(await answer.text(), key, at);
      if (!post) history.pushState(null, "", address);
    } catch {
      plainly = true;
      form().requestSubmit(button);
    }
  };

  const swap = (html, key, at) => {
    const page = new DOMParser().parseFromString(html, "text/html");
    document.title = page.title;
    const said = page.getElementById("said").textContent;
    const live = document.getElementById("said");
    form().replaceWith(page.getElementById("replay"));
    // A live region speaks when the text of the same element changes.
    const fresh = document.getElementById("said");
    fresh.replaceWith(live);
    live.textContent = said;
    const again = [...form().querySelectorAll("button:not([disabled])")].find((each) =>
      key ? each.dataset.key === key : at !== null && each.value === at && !each.dataset.key);
    if (again) again.focus({ preventScroll: true });
  };

  const typing = (element) => /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName) || element.isContentEditable;

  document.addEventListener("keydown", (event) => {
    if (!form() || typing(event.target) || event.ctrlKey || event.altKey || event.metaKey) return;
    const key = (event.shiftKey ? "Shift+" : "") + event.key;
    const find = () => [...form().querySelectorAll("button[data-key]")].find((each) => each.dataset.key === key);
    if (!find()) return;
    event.preventDefault();
    inTurn(find);
  });

  document.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (plainly || event.target !== form() || !button || button.name !== "at" || button.hasAttribute("formaction")) return;
    event.preventDefault();
    inTurn(() => button.isConnected ? button : null);
  });

  window.addEventListener("popstate", () => { if (form()) location.reload(); });

  const text = document.getElementById("record");
  const file = document.getElementById("file");
  if (!text || !file) return;
  text.addEventListener("dragover", (event) => { event.preventDefault(); text.classList.add("over"); });
  text.addEventListener("dragleave", () => text.classList.remove("over"));
  text.addEventListener("drop", (event) => {
    text.classList.remove("over");
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    file.files = event.dataTransfer.files; // sent as a file, byte for byte
    text.value = "";
    text.placeholder = file.files[0].name;
  });
})();
