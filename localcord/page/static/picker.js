/** The pop-up of a select in a message. Closing it sends what was chosen, as Discord does. */

import { optionsOf } from "./components.js";
import { Listbox } from "./listbox.js";

const GAP = 4;
/** A name is a narrow button. */
const LEAST_WIDTH = 200;
/** A press on the open select's own button closes the pop-up first, and then arrives as a click. */
const SAME_PRESS_MS = 100;

export class Picker {
  #popup = document.getElementById("picker");
  #list = document.getElementById("picker-list");
  #listbox = new Listbox(this.#list, this.#list, (item) => this.#toggle(item));
  #open = null;
  #closed = { button: null, at: 0 };

  constructor() {
    this.#list.addEventListener("keydown", (event) => this.#onKey(event));
    // Before, not after: a second select may open in the same moment.
    this.#popup.addEventListener("beforetoggle", (event) => event.newState === "closed" && this.#onClosed());
    const follow = () => this.#open && this.#place();
    addEventListener("resize", follow);
    document.getElementById("scroller").addEventListener("scroll", follow, { passive: true });
  }

  /** Opens below (or above) the select's button; `send(values)` is called once, and not when nothing changed. */
  open(button, component, view, send) {
    if (this.#closed.button === button && performance.now() - this.#closed.at < SAME_PRESS_MS) return;
    const items = optionsOf(component, view).map((option) => ({ ...option, detail: option.description }));
    const before = items.filter(({ isDefault }) => isDefault).map(({ value }) => value);
    const least = component.min_values ?? 1;
    const most = component.max_values ?? 1;
    this.#open = { button, send, before, chosen: new Set(before), least, most, cancelled: false };
    this.#list.setAttribute("aria-multiselectable", String(most > 1));
    this.#list.setAttribute("aria-label", button.getAttribute("aria-label"));
    button.setAttribute("aria-expanded", "true");
    this.#popup.showPopover();
    const first = items.findIndex(({ isDefault }) => isDefault);
    this.#listbox.show(items, Math.max(first, 0));
    this.#mark();
    this.#place();
    this.#list.focus();
  }

  /** Closes without sending when the message it belongs to was edited so that the select is gone. */
  closeIfGone() {
    if (!this.#open || (this.#open.button.isConnected && !this.#open.button.disabled)) return;
    this.#open.cancelled = true;
    this.#popup.hidePopover();
  }

  #onKey(event) {
    const { key } = event;
    if (this.#listbox.move(key)) event.preventDefault();
    if (key === "Tab") this.#popup.hidePopover();
    if (key !== "Enter" && key !== " ") return;
    event.preventDefault();
    if (this.#listbox.current) this.#toggle(this.#listbox.current);
  }

  #toggle({ value }) {
    const { chosen, least, most } = this.#open;
    if (most === 1) {
      const isTakenBack = least === 0 && chosen.has(value);
      chosen.clear();
      if (!isTakenBack) chosen.add(value);
      this.#popup.hidePopover();
      return;
    }
    if (!chosen.delete(value) && chosen.size < most) chosen.add(value);
    this.#mark();
  }

  #mark() {
    this.#listbox.mark(({ value }) => this.#open.chosen.has(value));
  }

  #onClosed() {
    if (!this.#open) return;
    const { button, send, before, chosen, least, cancelled } = this.#open;
    this.#open = null;
    this.#closed = { button, at: performance.now() };
    button.setAttribute("aria-expanded", "false");
    const isChanged = chosen.size !== before.length || before.some((value) => !chosen.has(value));
    if (!cancelled && isChanged && chosen.size >= least) send([...chosen]);
  }

  #place() {
    const { top, bottom, left, width } = this.#open.button.getBoundingClientRect();
    const { height } = this.#popup.getBoundingClientRect();
    const fitsBelow = bottom + GAP + height <= innerHeight || top < innerHeight - bottom;
    this.#popup.style.left = `${left}px`;
    this.#popup.style.width = `${Math.max(width, LEAST_WIDTH)}px`;
    this.#popup.style.top = `${fitsBelow ? bottom + GAP : Math.max(0, top - GAP - height)}px`;
  }
}
