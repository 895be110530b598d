/** The bot's modal as a dialog: text inputs and selects, sent together. */

import { ComponentType, notShown, optionsOf } from "./components.js";
import { h, requiredMark } from "./dom.js";
import { markdown } from "./markdown.js";

const PARAGRAPH = 2;
const MOST_ROWS = 6;
const SELECTS = [
  ComponentType.STRING_SELECT, ComponentType.USER_SELECT, ComponentType.ROLE_SELECT, ComponentType.MENTIONABLE_SELECT,
  ComponentType.CHANNEL_SELECT,
];

export class Modal {
  #dialog = document.getElementById("modal");
  #world;
  #submit;

  /** `submit(nonce, values, onState)` sends the answers. */
  constructor(world, submit) {
    this.#world = world;
    this.#submit = submit;
  }

  /** Opens the dialog, and discards any that was open. */
  open(modal, nonce) {
    const controls = new Map();
    const trouble = h("p", { class: "trouble", role: "alert", hidden: true });
    const send = h("button", { class: "button primary" }, "Submit");
    const cancel = h("button", { type: "button", class: "button secondary" }, "Cancel");
    cancel.addEventListener("click", () => this.#dialog.close());
    const form = h("form", { method: "dialog" },
      h("h2", { id: "modal-title" }, modal.title),
      modal.components.map((component) => this.#part(component, controls)),
      trouble,
      h("div", { class: "modal-buttons" }, cancel, send));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      send.disabled = true;
      const values = Object.fromEntries([...controls].map(([customId, control]) => [customId, valueOf(control)]));
      this.#submit(nonce, values, (state, text) => {
        if (state === "done" && form.isConnected) this.#dialog.close();
        send.disabled = state === "thinking";
        trouble.hidden = state !== "failed";
        trouble.textContent = `⚠ ${text || "Something went wrong. Try again."}`;
      });
    });
    this.#dialog.replaceChildren(form);
    if (!this.#dialog.open) this.#dialog.showModal();
    [...controls.values()][0]?.focus();
  }

  #part(component, controls) {
    switch (component.type) {
      case ComponentType.ROW:
        return component.components.map((inner) => this.#labelled(inner, inner.label, null, controls));
      case ComponentType.LABEL:
        return this.#labelled(component.component, component.label, component.description, controls);
      case ComponentType.TEXT:
        return h("div", { class: "text" }, markdown(component.content, this.#markdownContext()));
      default:
        return notShown(component);
    }
  }

  #labelled(component, label, description, controls) {
    const control = this.#control(component);
    if (!control) return notShown(component);
    controls.set(component.custom_id, control);
    control.id = `modal-${controls.size}`;
    control.dataset.customId = component.custom_id;
    const { required: isRequired = true } = component;
    return h("div", { class: "modal-field" },
      h("label", { for: control.id }, label ?? component.placeholder ?? "", requiredMark(isRequired)),
      description ? h("p", { class: "subtext" }, description) : null,
      control);
  }

  #control(component) {
    if (component.type === ComponentType.TEXT_INPUT) return textInput(component);
    return SELECTS.includes(component.type) ? this.#select(component) : null;
  }

  #select(component) {
    const { required = true, min_values: least = 1, max_values: most = 1, placeholder } = component;
    const options = optionsOf(component, this.#world);
    const isMultiple = most > 1;
    const size = isMultiple ? Math.min(options.length, MOST_ROWS) : null;
    return h("select", { required: required && least > 0, multiple: isMultiple, size },
      isMultiple ? null : h("option", { value: "" }, placeholder ?? "Make a selection"),
      options.map(({ value, label, isDefault }) => h("option", { value, selected: isDefault }, label)));
  }

  #markdownContext() {
    const { me, guild } = this.#world;
    return { me, guild, userName: (id) => this.#world.userName(id), channelName: (id) => this.#world.channelName(id) };
  }
}

function textInput({ style, value, placeholder, required = true, min_length: minlength, max_length: maxlength }) {
  const attributes = { placeholder, required, minlength, maxlength };
  if (style === PARAGRAPH) return h("textarea", { ...attributes, rows: 4 }, value ?? "");
  return h("input", { ...attributes, value });
}

/** Text of an input; the list of values of a select. */
function valueOf(control) {
  if (control.nodeName !== "SELECT") return control.value;
  return [...control.selectedOptions].map(({ value }) => value).filter((value) => value !== "");
}
