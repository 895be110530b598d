/** The messages of the channel on show: drawing one when it changes, scrolling, and hearing its clicks. */

import { shownName } from "./commands.js";
import { ComponentType, findComponent } from "./components.js";
import { patch } from "./dom.js";
import { drawMessage, firstWords } from "./message.js";
import { Picker } from "./picker.js";
import { isEphemeral, laterThan } from "./world.js";

const USER_COMMAND = 2;
const BOTTOM_PX = 48;
const LIT_MS = 2500;

export class Log {
  #scroller = document.getElementById("scroller");
  #list = document.getElementById("log");
  #newer = document.getElementById("newer");
  #empty = document.getElementById("empty");
  #status = document.getElementById("status");
  #picker = new Picker();
  #channel = null;
  #isAtBottom = true;
  #top = 0;
  /** The heights of the list and its window when it was last scrolled to the end. */
  #pinned = "";
  #unseen = 0;
  /** {message, customId} of the control last focused: it may be away for a moment and come back. */
  #focused = null;
  #world;
  #interactions;
  #send;
  #openModal;

  constructor({ world, interactions, send, openModal }) {
    this.#world = world;
    this.#interactions = interactions;
    this.#send = send;
    this.#openModal = openModal;
    this.#list.addEventListener("click", (event) => this.#onClick(event));
    this.#list.addEventListener("keydown", (event) => this.#onKey(event));
    this.#list.addEventListener("focusin", ({ target }) => this.#remember(target));
    this.#scroller.addEventListener("scroll", () => this.#onScroll(), { passive: true });
    this.#newer.addEventListener("click", () => this.toBottom());
    // Edits, pictures that arrive late and a growing input bar all end here.
    const observer = new ResizeObserver(() => this.#isAtBottom && this.#pin());
    observer.observe(this.#list);
    observer.observe(this.#scroller);
  }

  /** Shows a channel from its newest message upwards. */
  show(channel) {
    this.#channel = channel;
    this.#focused = null;
    this.#list.replaceChildren(...this.#world.messages(channel).map((message) => this.#draw(message)));
    this.#onCount();
    this.toBottom();
  }

  /** Draws a message of this channel that is new or has changed. */
  put(message, isNew) {
    const old = this.#article(message.id);
    if (old) {
      this.#edit(old, message);
      return;
    }
    // Nearly always the last one, so the search begins at the end.
    const before = [...this.#list.children].findLast((article) => laterThan(message.id, article.dataset.messageId));
    const article = this.#draw(message);
    if (before) before.after(article);
    else this.#list.prepend(article);
    this.#onCount();
    if (isNew) this.#announceNew(message);
  }

  remove(id) {
    this.#article(id)?.remove();
    this.#picker.closeIfGone();
    this.#onCount();
  }

  toBottom() {
    this.#isAtBottom = true;
    this.#clearNews();
    this.#pin();
  }

  /** Scrolls to a message of this channel, and lights it up for a moment. */
  reveal(id) {
    const article = this.#article(id);
    // Otherwise the next change of the list's height would scroll back down.
    this.#isAtBottom = false;
    article.scrollIntoView({ block: "center" });
    this.#onScroll();
    article.focus({ preventScroll: true });
    article.animate({ backgroundColor: ["var(--mention)", "transparent"] }, LIT_MS);
  }

  #draw(message) {
    return drawMessage(message, this.#world, this.#interactions.about(message.id));
  }

  #article(id) {
    return this.#list.querySelector(`:scope > [data-message-id="${CSS.escape(id)}"]`);
  }

  #edit(article, message) {
    const hadFocus = article.contains(document.activeElement);
    const before = firstWords(article);
    patch(article, this.#draw(message));
    this.#picker.closeIfGone();
    if (hadFocus) this.#keepFocus(article);
    // A private panel updates by an edit, which the log's live region doesn't announce.
    const words = firstWords(article);
    if (isEphemeral(message) && words !== before) this.#status.textContent = words;
  }

  #redraw(id) {
    const message = this.#world.message(this.#channel, id);
    const article = this.#article(id);
    if (message && article) this.#edit(article, message);
  }

  #remember(target) {
    const article = target.closest("article");
    this.#focused = { message: article?.dataset.messageId, customId: target.dataset.customId };
  }

  /** The same control keeps the focus. Another one in its place never gets it: Enter would mean something else. */
  #keepFocus(article) {
    const { message, customId } = this.#focused ?? {};
    if (message !== article.dataset.messageId) return;
    const same = customId && article.querySelector(`[data-custom-id="${CSS.escape(customId)}"]:enabled`);
    if (same) {
      same.focus({ preventScroll: true });
    } else if (!article.contains(document.activeElement) || document.activeElement.disabled) {
      article.focus({ preventScroll: true });
      this.#focused = { message, customId };
    }
  }

  #announceNew({ author }) {
    if (author.id === this.#world.me.id) this.toBottom();
    if (this.#isAtBottom) return;
    this.#unseen += 1;
    this.#newer.hidden = false;
    this.#newer.textContent = this.#unseen === 1 ? "1 new message ↓" : `${this.#unseen} new messages ↓`;
  }

  #onCount() {
    this.#empty.hidden = this.#list.childElementCount > 0;
  }

  #pin() {
    this.#scroller.scrollTop = this.#scroller.scrollHeight;
    this.#pinned = this.#heights();
  }

  #heights() {
    return `${this.#scroller.scrollHeight}/${this.#scroller.clientHeight}`;
  }

  #onScroll() {
    const { scrollHeight, scrollTop, clientHeight } = this.#scroller;
    const isNear = scrollHeight - scrollTop - clientHeight < BOTTOM_PX;
    // Away from the bottom is who has scrolled up. A list that has grown or shrunk since scrolls by itself: a message
    // that becomes one line, and another that comes below it, look just the same.
    if (isNear || (scrollTop < this.#top && this.#heights() === this.#pinned)) this.#isAtBottom = isNear;
    if (isNear) this.#pinned = this.#heights();
    this.#top = scrollTop;
    if (this.#isAtBottom) this.#clearNews();
  }

  #clearNews() {
    this.#unseen = 0;
    this.#newer.hidden = true;
  }

  #onClick(event) {
    const spoiler = event.target.closest(".spoiler:not(.shown)");
    if (spoiler) {
      reveal(spoiler);
      event.preventDefault();
      return;
    }
    const button = event.target.closest("button");
    if (!button || button.getAttribute("aria-busy")) return;
    const id = button.closest("article").dataset.messageId;
    const place = { channel: this.#channel, message: id };
    if ("dismiss" in button.dataset) this.#send({ t: "dismiss", channel: this.#channel, id });
    else if ("person" in button.dataset) this.#openMenu(button, place);
    else if ("select" in button.dataset) this.#openSelect(button, place);
    else if (button.dataset.customId) this.#use({ t: "click", ...place, custom_id: button.dataset.customId });
  }

  #onKey(event) {
    if (!["Enter", " "].includes(event.key) || !event.target.matches(".spoiler:not(.shown)")) return;
    event.preventDefault();
    reveal(event.target);
  }

  #openSelect(button, place) {
    const { customId } = button.dataset;
    const component = findComponent(this.#world.message(place.channel, place.message).components, customId);
    const send = (values) => this.#use({ t: "select", ...place, custom_id: customId, values });
    this.#picker.open(button, component, this.#world, send);
  }

  /** The bot's commands for a person, as in the menu of their name. */
  #openMenu(button, { channel, message }) {
    const { person: target } = button.dataset;
    const commands = this.#world.commands.filter(({ type }) => type === USER_COMMAND);
    const options = commands.map((command) => ({ label: shownName(command), value: command.name }));
    const send = ([name]) => this.#use({ t: "command_on", channel, message, custom_id: name, name, target });
    if (options.length) this.#picker.open(button, { type: ComponentType.STRING_SELECT, options }, this.#world, send);
  }

  #use(frame) {
    this.#interactions.use(frame, () => this.#redraw(frame.message), this.#openModal);
  }
}

function reveal(spoiler) {
  spoiler.classList.add("shown");
  for (const name of ["role", "tabindex", "aria-label"]) spoiler.removeAttribute(name);
}
