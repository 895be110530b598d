/** Slash commands as values: flattening, matching, and reading a typed line. Draws nothing, sends nothing. */

export const OptionType = {
  SUBCOMMAND: 1, GROUP: 2, STRING: 3, INTEGER: 4, BOOLEAN: 5, USER: 6, CHANNEL: 7, ROLE: 8, MENTIONABLE: 9, NUMBER: 10,
};
const CHAT_INPUT = 1;
const NESTED = [OptionType.SUBCOMMAND, OptionType.GROUP];

/**
 * What can be typed after a slash: [{path: "play bluff", title, description, options}], in alphabetical order.
 * The title is the path in the person's language. The path is what is typed and sent.
 */
export function flatten(commands) {
  const leaves = (step, steps) => {
    const { description, options = [] } = step;
    const nested = options.filter((option) => NESTED.includes(option.type));
    const here = [...steps, step];
    const path = here.map(({ name }) => name).join(" ");
    const title = here.map(shownName).join(" ");
    if (nested.length === 0) return [{ path, title, description, options }];
    return nested.flatMap((option) => leaves(option, here));
  };
  return commands
    .filter((command) => (command.type ?? CHAT_INPUT) === CHAT_INPUT)
    .flatMap((command) => leaves(command, []))
    .sort((a, b) => a.path.localeCompare(b.path));
}

/** The name of a command, an option or a choice in the person's language. */
export const shownName = ({ name, name_localized: localised }) => localised ?? name;

/** The commands a half-typed line may mean; those that begin with it come first. */
export function matching(commands, line) {
  const typed = normalised(line);
  const has = (test) => commands.filter(({ path, title }) => test(path) || test(title));
  return [...new Set([...has((name) => name.startsWith(typed)), ...has((name) => name.includes(typed))])];
}

/** The command a line names in full, or undefined. */
export function named(commands, line) {
  const typed = `${normalised(line)} `;
  const fitting = commands.filter((command) => typed.startsWith(`${command.path} `));
  return fitting.sort((a, b) => b.path.length - a.path.length)[0];
}

/** The text of each option in a line: "/play bluff seats:4 reroll:true" gives {seats: "4", reroll: "true"}. */
export function textsOf(command, line) {
  const rest = normalised(line, { keepCase: true }).slice(command.path.length);
  if (command.options.length === 0) return { texts: {}, stray: rest.trim() };
  // Discord allows letters, digits, - and _ in an option's name: nothing that a pattern would take for a sign.
  const parts = rest.split(new RegExp(`\\s(${command.options.map(({ name }) => name).join("|")}):`, "u"));
  const texts = {};
  for (let at = 1; at < parts.length; at += 2) texts[parts[at]] = parts[at + 1].trim().replace(/^"(.*)"$/u, "$1");
  return { texts, stray: parts[0].trim() };
}

/** The line that says the same as the texts. */
export function lineOf(command, texts) {
  const options = command.options.filter((option) => (texts[option.name] ?? "") !== "");
  return [`/${command.path}`, ...options.map((option) => `${option.name}:${texts[option.name]}`)].join(" ");
}

/**
 * The values to send for the texts, or what is wrong with them: {values} or {error}.
 * `context` gives `names` (id -> name) and `channels`.
 */
export function valuesOf(command, texts, context) {
  const values = {};
  for (const option of command.options) {
    const text = (texts[option.name] ?? "").trim();
    if (text === "" && option.required) return { error: `${option.name} is needed: ${option.description}` };
    if (text === "") continue;
    const { value, problem } = valueOf(option, text, context);
    if (problem) return { error: `${option.name}: ${problem}` };
    values[option.name] = value;
  }
  return { values };
}

function valueOf(option, text, context) {
  if (option.choices?.length) return chosen(option.choices, text);
  switch (option.type) {
    case OptionType.STRING:
      return within(option.min_length, option.max_length, text.length, "characters") ?? { value: text };
    case OptionType.INTEGER:
    case OptionType.NUMBER:
      return numberFrom(option, text);
    case OptionType.BOOLEAN:
      return booleanFrom(text);
    case OptionType.USER:
    case OptionType.MENTIONABLE:
      return idFrom([...context.names], text.replace(/^<?@!?|>$/gu, ""), "nobody has that name");
    case OptionType.CHANNEL:
      return idFrom(idsAndNames(context.channels), text.replace(/^<?#|>$/gu, ""), "no channel has that name");
    default:
      return { problem: "this page cannot send that kind of option" };
  }
}

const idsAndNames = (channels) => channels.map(({ id, name }) => [id, name]);

function chosen(choices, text) {
  const typed = text.toLowerCase();
  const formsOf = (choice) => [choice.name, shownName(choice), String(choice.value)];
  const choice = choices.find((offered) => formsOf(offered).some((form) => form.toLowerCase() === typed));
  return choice ? { value: choice.value } : { problem: `choose one of ${choices.map(shownName).join(", ")}` };
}

function numberFrom(option, text) {
  const pattern = option.type === OptionType.INTEGER ? /^[+-]?\d+$/u : /^[+-]?\d*[.,]?\d+$/u;
  if (!pattern.test(text)) return { problem: option.type === OptionType.INTEGER ? "a whole number" : "a number" };
  const number = Number(text.replace(",", "."));
  return within(option.min_value, option.max_value, number, "") ?? { value: number };
}

function booleanFrom(text) {
  if (/^(true|yes|on|1)$/iu.test(text)) return { value: true };
  return /^(false|no|off|0)$/iu.test(text) ? { value: false } : { problem: "true or false" };
}

function idFrom(pairs, text, problem) {
  const typed = text.toLowerCase();
  const pair = pairs.find(([id, name]) => id === text || name.toLowerCase() === typed);
  return pair ? { value: pair[0] } : { problem };
}

function within(least, most, amount, unit) {
  if (amount < (least ?? -Infinity)) return { problem: `at least ${least} ${unit}`.trim() };
  return amount > (most ?? Infinity) ? { problem: `at most ${most} ${unit}`.trim() } : undefined;
}

function normalised(line, { keepCase = false } = {}) {
  const text = line.replace(/^\s*\//u, "").replace(/\s+/gu, " ");
  return keepCase ? text : text.toLowerCase();
}
