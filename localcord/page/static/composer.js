/**
* The input bar: plain text is posted to the channel, and a line that begins with a slash is a command. A command can be
 * typed in one go, or completed and then filled in as fields.
 */

import { flatten, lineOf, matching, named, textsOf, valuesOf } from "./commands.js";
import { CommandForm } from "./fields.js";
import { DISCONNECTED } from "./interactions.js";
import { Listbox } from "./listbox.js";

const PATIENCE_MS = 600;
const UNKNOWN_COMMAND = "There is no such command for you: type / to see yours. Under ⚙ you can become the server’s owner.";
const NO_COMMANDS = "The bot has no commands. Is it running?";

export class Composer {
  #bar = document.getElementById("bar");
  #input = document.getElementById("composer");
  #slot = document.getElementById("command-form");
  #note = document.getElementById("note");
  #suggestions = document.getElementById("suggestions");
  #hint = document.getElementById("suggestion-hint");
  #list = document.getElementById("suggestion-list");
  #listbox = new Listbox(this.#list, this.#input, ({ command }) => this.#complete(command));
  #form = null;
  #lastLine = "";
  #commands = [];
  #world;
  #interactions;
  #send;
  #openModal;
  #channel;
  #onSent;

  /** `channel()` is the id of the channel on show; `onSent()` hears that something was sent. */
  constructor({ world, interactions, send, openModal, channel, onSent }) {
    this.#world = world;
    this.#interactions = interactions;
    this.#send = send;
    this.#openModal = openModal;
    this.#channel = channel;
    this.#onSent = onSent;
    this.#input.addEventListener("input", () => this.#onInput());
    this.#input.addEventListener("focus", () => this.#suggest());
    this.#input.addEventListener("blur", () => this.#hideSuggestions());
    this.#input.addEventListener("keydown", (event) => this.#onKey(event));
    this.#slot.addEventListener("keydown", (event) => {
      // Enter sends, also in a select, which opens with Space or an arrow key.
      if (event.key !== "Enter" || event.isComposing || event.target.closest(".chip")) return;
      event.preventDefault();
      this.#submit();
    });
    this.#bar.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit();
    });
  }

  set placeholder(text) {
    this.#input.placeholder = text;
    this.#input.setAttribute("aria-label", text);
  }

  focus() {
    this.#input.focus();
  }

  /** Takes the bot's commands, whenever they change. */
  setCommands(commands) {
    this.#commands = flatten(commands);
    if (document.activeElement === this.#input) this.#suggest();
  }

  #onInput() {
    this.tell(null);
    this.#grow();
    this.#suggest();
  }

  #onKey(event) {
    const { key } = event;
    if (event.isComposing || (key === "Enter" && event.shiftKey)) return;
    if (key === "ArrowUp" && this.#input.value === "" && this.#lastLine) {
      event.preventDefault();
      this.#write(this.#lastLine);
    } else if (!this.#suggestions.hidden && this.#listbox.move(key)) {
      event.preventDefault();
    } else if (key === "Escape") {
      this.#hideSuggestions();
    } else if (key === "Tab" && !event.shiftKey && this.#toComplete()) {
      event.preventDefault();
      this.#complete(this.#toComplete());
    } else if (key === "Enter") {
      event.preventDefault();
      const highlighted = this.#suggestions.hidden ? null : this.#listbox.current?.command;
      if (highlighted && !this.#isRunnable()) this.#complete(highlighted);
      else this.#submit();
    }
  }

  /** The command that Tab completes: the highlighted one, or the one whose options are being typed. */
  #toComplete() {
    if (this.#suggestions.hidden) return null;
    return this.#listbox.current?.command ?? named(this.#commands, this.#input.value) ?? null;
  }

  /** Whether the line is a command in full, with all it needs. */
  #isRunnable() {
    const command = named(this.#commands, this.#input.value);
    if (!command) return false;
    const { texts, stray } = textsOf(command, this.#input.value);
    return stray === "" && valuesOf(command, texts, this.#world).error === undefined;
  }

  #suggest() {
    const line = this.#input.value;
    const command = named(this.#commands, line);
    const isNaming = line.startsWith("/") && !line.includes(":");
    // "/play bluff" may still become another name; with the space after it, it is chosen.
    const candidates = isNaming && !(command && line.endsWith(" ")) ? matching(this.#commands, line) : [];
    const items = candidates.map((candidate) => ({
      command: candidate, label: `/${candidate.title}`, detail: candidate.description, value: candidate.path,
    }));
    this.#listbox.show(items, 0);
    this.#hint.textContent = candidates.length ? "" : hintFor(command);
    this.#suggestions.hidden = !line.startsWith("/") || (items.length === 0 && this.#hint.textContent === "");
    this.#input.setAttribute("aria-expanded", String(!this.#suggestions.hidden));
  }

  #hideSuggestions() {
    this.#suggestions.hidden = true;
    this.#input.setAttribute("aria-expanded", "false");
  }

  #complete(command) {
    const isTyped = named(this.#commands, this.#input.value) === command;
    const { texts } = isTyped ? textsOf(command, this.#input.value) : { texts: {} };
    if (command.options.length === 0) {
      this.#write(`/${command.path} `);
      return;
    }
    this.#form = new CommandForm(command, texts, {
      world: this.#world,
      onBack: () => this.#closeForm(lineOf(command, this.#form.texts)),
    });
    this.#slot.replaceChildren(this.#form.element);
    this.#hideSuggestions();
    this.#input.hidden = true;
    this.#slot.hidden = false;
    this.#form.focus(command.options.find(({ name, required }) => required && !texts[name])?.name);
  }

  #closeForm(line) {
    this.#form = null;
    this.#slot.hidden = true;
    this.#slot.replaceChildren();
    this.#input.hidden = false;
    this.#write(line);
  }

  /** Puts a line into the input, for the person to continue. */
  #write(line) {
    this.#input.value = line;
    this.#input.focus();
    this.#onInput();
  }

  #submit() {
    const line = this.#input.value.trim();
    if (this.#form) this.#run(this.#form.command, this.#form.texts);
    else if (line.startsWith("/")) this.#runLine(line);
    else if (line !== "") this.#say(line);
  }

  #say(text) {
    if (!this.#send({ t: "say", channel: this.#channel(), text })) {
      this.tell(DISCONNECTED);
      return;
    }
    this.#lastLine = text;
    this.#write("");
    this.#onSent();
  }

  #runLine(line) {
    const command = named(this.#commands, line);
    if (!command) {
      this.tell(this.#commands.length ? UNKNOWN_COMMAND : NO_COMMANDS);
      return;
    }
    const { texts, stray } = textsOf(command, line);
    const known = command.options.map(({ name }) => `${name}:`).join(" ");
    const empty = command.options.find(({ name }) => texts[name] === "");
    if (stray) this.tell(`“${stray}” is not an option of /${command.path}. ${known && `Options: ${known}`}`);
    else if (empty) this.tell(`${empty.name}: type a value, or press Tab`);
    else this.#run(command, texts);
  }

  #run(command, texts) {
    const { values, error } = valuesOf(command, texts, this.#world);
    if (error) {
      this.tell(error);
      this.#form?.focus(error.split(":")[0].split(" ")[0]);
      return;
    }
    this.#lastLine = lineOf(command, texts);
    this.#closeForm("");
    this.#onSent();
    const patience = setTimeout(() => this.tell(`/${command.path}: waiting for the bot…`, "quiet"), PATIENCE_MS);
    this.#interactions.ask({ t: "command", channel: this.#channel(), name: command.path, options: values }, {
      onModal: this.#openModal,
      onState: (state, text) => {
        clearTimeout(patience);
        this.tell(state === "failed" ? `/${command.path}: ${text || "the bot did not answer"}` : null);
      },
    });
  }

  /** Shows a sentence above the input until something is typed, or none for null. */
  tell(text, tone = "trouble") {
    this.#note.hidden = text === null;
    this.#note.className = tone;
    this.#note.textContent = text ?? "";
  }

  #grow() {
    this.#input.style.height = "auto";
    this.#input.style.height = `${this.#input.scrollHeight}px`;
  }
}

/** One line on a chosen command's options. */
function hintFor(command) {
  if (!command) return "";
  if (command.options.length === 0) return `${command.description} — Enter sends.`;
  const lineFor = ({ name, description, required }) => `${name}${required ? "*" : ""}: ${description}`;
  const options = command.options.map(lineFor);
  return `${options.join("\n")}\nTab fills in fields · Enter sends`;
}
