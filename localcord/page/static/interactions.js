/** The requests that still wait for the bot. Each has a nonce, which its answers carry. */

const FAILED = "This interaction failed";
const ABANDONED = "The connection was lost: look whether it counted.";
export const DISCONNECTED = "Not connected: nothing was sent.";

export class Interactions {
  #send;
  #pending = new Map();
  #troubles = new Map();
  #count = 0;

  /** `send(frame)` returns whether the frame was sent. */
  constructor(send) {
    this.#send = send;
  }

  /**
   * Sends a frame with a nonce. `onState(state, text)` hears "thinking", and once at the end "done" or "failed";
   * `onModal(modal, nonce)` hears of a modal.
   */
  ask(frame, { onState = () => {}, onModal } = {}) {
    const nonce = `${Date.now()}-${(this.#count += 1)}`;
    this.#pending.set(nonce, { onState, onModal, source: null });
    if (!this.#send({ ...frame, nonce })) this.#finish(nonce, "failed", DISCONNECTED);
    return nonce;
  }

  /** A click or a choice on a message's component: the component is busy until the bot answers. */
  use(frame, redraw, onModal) {
    const key = `${frame.message}/${frame.custom_id}`;
    if ([...this.#pending.values()].some(({ source }) => source?.key === key)) return;
    this.#troubles.delete(frame.message);
    const nonce = this.ask(frame, {
      onModal,
      onState: (state, text) => {
        if (state === "failed") this.#troubles.set(frame.message, text || FAILED);
        redraw();
      },
    });
    const pending = this.#pending.get(nonce);
    if (pending) pending.source = { key, message: frame.message, customId: frame.custom_id };
    redraw();
  }

  /** The answer to a modal carries the nonce of the click that opened it. */
  submit(nonce, values, onState) {
    this.#pending.set(nonce, { onState, source: null });
    if (!this.#send({ t: "submit", nonce, values })) this.#finish(nonce, "failed", DISCONNECTED);
  }

  /** Takes an "interaction" or "modal" frame. */
  answer({ t, nonce, state, text, modal }) {
    const pending = this.#pending.get(nonce);
    if (t === "modal") {
      pending?.onModal?.(modal, nonce);
      this.#finish(nonce, "done");
    } else if (state === "thinking") {
      pending?.onState(state, text);
    } else {
      this.#finish(nonce, state, text);
    }
  }

  /** The connection is lost, and with it every answer. */
  abandon() {
    for (const nonce of [...this.#pending.keys()]) this.#finish(nonce, "failed", ABANDONED);
  }

  /** The state of a message's components: {busy: custom_ids, trouble: sentence or undefined}. */
  about(messageId) {
    const sources = [...this.#pending.values()].map(({ source }) => source);
    const here = sources.filter((source) => source?.message === messageId);
    return { busy: new Set(here.map(({ customId }) => customId)), trouble: this.#troubles.get(messageId) };
  }

  #finish(nonce, state, text) {
    const pending = this.#pending.get(nonce);
    this.#pending.delete(nonce);
    pending?.onState(state, text);
  }
}
