/** The page of one person: connects its parts, and passes each frame to the part that handles it. */

import { Composer } from "./composer.js";
import { Header } from "./header.js";
import { Interactions } from "./interactions.js";
import { Log } from "./log.js";
import { Modal } from "./modal.js";
import { isElsewhere, placeOf } from "./places.js";
import { Settings } from "./settings.js";
import { Connection } from "./socket.js";
import { applyTheme } from "./theme.js";
import { setServerTime, startTicking } from "./timestamps.js";
import { rememberName, seatAddress, showWelcome } from "./welcome.js";
import { World } from "./world.js";

const DISCONNECTED = "The connection to localcord is lost. Trying again…";
const BOT_AWAY = "The bot is away: its buttons and commands will not answer until it is back.";
const MESSAGE_GONE = "That message is gone, or you cannot see it.";

class Page {
  #world = new World();
  #channel = null;
  #isConnected = false;
  #isFirstTry = true;
  /** The message that the address leads to, until the page has scrolled to it. */
  #wanted = new URL(location.href).searchParams.get("message");
  #connection;
  #interactions;
  #log;
  #composer;
  #header;
  #settings;

  constructor(user) {
    document.getElementById("app").hidden = false;
    const world = this.#world;
    const send = (frame) => this.#connection.send(frame);
    this.#interactions = new Interactions(send);
    const modal = new Modal(world, (nonce, values, onState) => this.#interactions.submit(nonce, values, onState));
    const openModal = (content, nonce) => modal.open(content, nonce);
    this.#log = new Log({ world, interactions: this.#interactions, send, openModal });
    this.#composer = new Composer({
      world, interactions: this.#interactions, send, openModal,
      channel: () => this.#channel,
      onSent: () => this.#log.toBottom(),
    });
    this.#header = new Header(world, (channel) => this.#show(channel));
    this.#settings = new Settings(send);
    this.#connection = new Connection(user, {
      onFrame: (frame) => this.#onFrame(frame),
      onState: (isConnected) => this.#onConnection(isConnected),
    });
    document.addEventListener("click", (event) => this.#follow(event));
    document.addEventListener("visibilitychange", () => !document.hidden && this.#header.draw(this.#channel));
    startTicking();
  }

  #onConnection(isConnected) {
    this.#isConnected = isConnected;
    if (!isConnected) {
      this.#interactions.abandon();
      this.#isFirstTry = false;
    }
    this.#tellState();
  }

  #tellState() {
    if (!this.#isConnected && !this.#isFirstTry) this.#header.banner(DISCONNECTED);
    else this.#header.banner(this.#world.online ? null : BOT_AWAY);
  }

  #onFrame(frame) {
    const handlers = {
      hello: () => this.#onHello(frame),
      message: () => this.#onMessage(frame),
      gone: () => this.#onGone(frame),
      commands: () => this.#onCommands(frame.commands),
      channels: () => this.#onChannels(frame.channels),
      bot: () => this.#onBot(frame.online),
      names: () => this.#onNames(frame.users),
      ready: () => this.#onReady(),
      settings: () => this.#settings.draw({ ...frame, locales: this.#world.locales }),
      interaction: () => this.#interactions.answer(frame),
      modal: () => this.#interactions.answer(frame),
    };
    handlers[frame.t]?.();
  }

  #onHello(hello) {
    this.#world.greet(hello);
    setServerTime(hello.now);
    rememberName(hello.user.username);
    this.#composer.setCommands(hello.commands ?? []);
    // On a touch screen, the focus would bring up the keyboard over the messages.
    if (this.#channel === null && matchMedia("(pointer: fine)").matches) this.#composer.focus();
    const wanted = this.#channel ?? new URL(location.href).searchParams.get("channel");
    const { channels } = this.#world;
    this.#show((this.#world.channel(wanted) ?? channels.find(({ kind }) => kind === "text") ?? channels[0])?.id);
  }

  #show(channel) {
    this.#channel = channel;
    history.replaceState(null, "", seatAddress(this.#world.me.username, channel));
    this.#header.draw(channel);
    this.#composer.placeholder = `Message ${document.getElementById("channel-name").textContent} · / for commands`;
    this.#log.show(channel);
  }

  /** Stays on the page when a link leads to one of its messages. */
  #follow(event) {
    const place = event.defaultPrevented || isElsewhere(event) ? null : placeOf(event.target);
    if (place === null) return;
    event.preventDefault();
    this.#goTo(place);
  }

  #goTo(place) {
    if (!this.#world.message(place.channel, place.message)) {
      this.#composer.tell(MESSAGE_GONE);
      return;
    }
    this.#composer.tell(null);
    if (place.channel !== this.#channel) this.#show(place.channel);
    this.#log.reveal(place.message);
  }

  /** Called once all earlier messages have arrived. */
  #onReady() {
    if (this.#wanted !== null) this.#goTo({ channel: this.#channel, message: this.#wanted });
    this.#wanted = null;
  }

  #onMessage({ channel, message }) {
    const isNew = this.#world.put(channel, message) && Date.parse(message.timestamp) / 1000 > this.#world.since;
    if (channel === this.#channel) this.#log.put(message, isNew);
    else if (isNew) this.#header.markUnread(channel);
    // A person who plays several seats sees which tab something has happened in.
    if (document.hidden && !document.title.startsWith("● ")) document.title = `● ${document.title}`;
  }

  #onGone({ channel, id }) {
    this.#world.remove(channel, id);
    if (channel === this.#channel) this.#log.remove(id);
  }

  #onCommands(commands) {
    this.#world.commands = commands;
    this.#composer.setCommands(commands);
  }

  #onChannels(channels) {
    this.#world.channels = channels;
    this.#header.draw(this.#channel);
  }

  #onBot(online) {
    this.#world.online = online;
    this.#tellState();
  }

  #onNames(users) {
    for (const [id, name] of Object.entries(users)) this.#world.names.set(id, name);
    for (const mention of document.querySelectorAll("[data-mention]")) {
      if (users[mention.dataset.mention]) mention.textContent = `@${users[mention.dataset.mention]}`;
    }
  }
}

applyTheme();
const user = new URL(location.href).searchParams.get("user")?.trim();
if (user) new Page(user);
else showWelcome();
