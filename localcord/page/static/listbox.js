/** A list to choose from with the arrow keys. The focus stays on its owner: an input, or the list itself. */

import { h } from "./dom.js";
import { emoji } from "./markdown.js";

export class Listbox {
  #list;
  #owner;
  #items = [];
  #active = -1;

  /** `onPick(item)` is called for a click; keys are given to `move` by the owner. */
  constructor(list, owner, onPick) {
    this.#list = list;
    this.#owner = owner;
    // Pressing the mouse on an option must not take the focus from the owner.
    list.addEventListener("mousedown", (event) => event.preventDefault());
    list.addEventListener("click", (event) => {
      const option = event.target.closest("[role=option]");
      if (!option) return;
      this.#activate(Number(option.dataset.index));
      onPick(this.current);
    });
  }

  /** Shows items {label, detail?, emoji?, value?, selected?}; `active` is the highlighted one, -1 for none. */
  show(items, active = -1) {
    this.#items = items;
    this.#list.replaceChildren(...items.map((item, index) =>
      h("li", {
        role: "option", id: `${this.#list.id}-${index}`, "data-index": index, "data-value": item.value,
        "aria-selected": String(item.selected ?? false),
      },
        item.emoji ? emoji(item.emoji, "") : null,
        h("span", { class: "option-label" }, item.label),
        item.detail ? h("span", { class: "option-detail" }, item.detail) : null)));
    this.#activate(Math.min(active, items.length - 1));
  }

  get items() {
    return this.#items;
  }

  get current() {
    return this.#items[this.#active];
  }

  /** Moves the highlight for an arrow key; whether the key was one. */
  move(key) {
    const last = this.#items.length - 1;
    if (last < 0) return false;
    if (key === "ArrowDown") this.#activate(this.#active >= last ? 0 : this.#active + 1);
    else if (key === "ArrowUp") this.#activate(this.#active <= 0 ? last : this.#active - 1);
    else return false;
    return true;
  }

  /** Marks which items are selected, without drawing anew. */
  mark(isSelected) {
    this.#items.forEach((item, index) => {
      this.#list.children[index].setAttribute("aria-selected", String(isSelected(item)));
    });
  }

  #activate(index) {
    this.#list.children[this.#active]?.classList.remove("active");
    this.#active = index;
    const option = this.#list.children[index];
    option?.classList.add("active");
    option?.scrollIntoView({ block: "nearest" });
    if (option) this.#owner.setAttribute("aria-activedescendant", option.id);
    else this.#owner.removeAttribute("aria-activedescendant");
  }
}
