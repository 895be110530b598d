/** The one connection to the server: frames in, frames out, and connecting again. Knows no frame's meaning. */

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 5000;

export class Connection {
  #url;
  #socket = null;
  #wait = FIRST_WAIT_MS;
  #timer = 0;
  #onFrame;
  #onState;

  /** `onFrame(frame)` for every frame received, `onState(connected)` when the connection comes or goes. */
  constructor(user, { onFrame, onState }) {
    const url = new URL("/page/socket", location.href);
    url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    url.searchParams.set("user", user);
    this.#url = url;
    this.#onFrame = onFrame;
    this.#onState = onState;
    // A laptop that wakes up, or a tab that is looked at again, should not wait for the timer.
    addEventListener("online", () => this.#hurry());
    document.addEventListener("visibilitychange", () => !document.hidden && this.#hurry());
    this.#connect();
  }

  /** Sends a frame; false when there is no connection, and then nothing was sent. */
  send(frame) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(frame));
    return true;
  }

  #connect() {
    clearTimeout(this.#timer);
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      this.#wait = FIRST_WAIT_MS;
      this.#onState(true);
    });
    socket.addEventListener("message", (event) => this.#onFrame(JSON.parse(event.data)));
    socket.addEventListener("close", () => {
      this.#onState(false);
      this.#timer = setTimeout(() => this.#connect(), this.#wait);
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS);
    });
  }

  #hurry() {
    if (this.#socket?.readyState === WebSocket.CLOSED) this.#connect();
  }
}
