/** A chosen command's options as fields in the input bar. Every field gives text: commands.js makes values of it. */

import { OptionType, shownName } from "./commands.js";
import { h, requiredMark } from "./dom.js";

export class CommandForm {
  #fields;
  element;
  command;

  /** Fields for a command, filled with `texts`. `onBack()` is called when the person gives the form up. */
  constructor(command, texts, { world, onBack }) {
    this.command = command;
    const ordered = [...command.options].sort((a, b) => Number(b.required ?? false) - Number(a.required ?? false));
    this.#fields = ordered.map((option) => ({ option, ...this.#field(option, texts[option.name] ?? "", world) }));
    const hint = h("p", { class: "field-hint" });
    this.element = h("div", { class: "fields", role: "group", "aria-label": `/${command.title}` },
      h("button", { type: "button", class: "chip", title: "Back to typing", onclick: onBack }, `/${command.title}`),
      this.#fields.map((field) => field.element), hint);
    this.element.addEventListener("focusin", ({ target }) => {
      const option = command.options.find(({ name }) => name === target.dataset.option);
      hint.textContent = option ? `${shownName(option)}: ${option.description}` : "";
    });
    this.element.addEventListener("keydown", (event) => {
      const isFirstAndEmpty = event.target === this.#fields[0]?.control && event.target.value === "";
      if (event.key !== "Escape" && !(event.key === "Backspace" && isFirstAndEmpty)) return;
      event.preventDefault();
      onBack();
    });
  }

  /** The text of every field, by option name. */
  get texts() {
    return Object.fromEntries(this.#fields.map(({ option, text }) => [option.name, text()]));
  }

  focus(optionName) {
    const field = this.#fields.find(({ option }) => option.name === optionName) ?? this.#fields[0];
    field?.control.focus();
  }

  #field(option, text, world) {
    const control = controlFor(option, text, world);
    control.dataset.option = option.name;
    control.setAttribute("aria-description", option.description);
    const label = h("label", {},
      h("span", { class: "field-name" }, shownName(option), requiredMark(option.required)),
      control);
    return { element: label, control, text: () => control.value };
  }
}

function controlFor(option, text, world) {
  const choices = choicesFor(option, world);
  if (choices) return select(choices, text, option);
  const isNumber = [OptionType.INTEGER, OptionType.NUMBER].includes(option.type);
  const range = [option.min_value, option.max_value].some((limit) => limit !== undefined);
  return h("input", {
    value: text, placeholder: range ? `${option.min_value ?? "…"}–${option.max_value ?? "…"}` : null,
    type: isNumber ? "number" : "text",
    min: option.min_value, max: option.max_value, step: option.type === OptionType.NUMBER ? "any" : null,
    minlength: option.min_length, maxlength: option.max_length, autocomplete: "off",
  });
}

/** What a field can be set to, as [value, shown]; null when that is not a closed list. */
function choicesFor(option, world) {
  if (option.choices?.length) return option.choices.map((choice) => [String(choice.value), shownName(choice)]);
  switch (option.type) {
    case OptionType.BOOLEAN:
      return [["true", "yes"], ["false", "no"]];
    case OptionType.USER:
    case OptionType.MENTIONABLE:
      return [...world.names].map(([id, name]) => [id, `@${name}`]);
    case OptionType.CHANNEL:
      return world.channels.map(({ id, name }) => [id, `#${name}`]);
    default:
      return null;
  }
}

function select(choices, text, option) {
  const typed = text.toLowerCase();
  // "Ana" chooses what is shown as "@Ana".
  const isTyped = (forms) => forms.some((form) => [form, form.slice(1)].some((part) => part.toLowerCase() === typed));
  return h("select", {},
    h("option", { value: "" }, option.required ? "choose…" : "–"),
    choices.map(([value, shown]) => h("option", { value, selected: typed !== "" && isTyped([value, shown]) }, shown)));
}
