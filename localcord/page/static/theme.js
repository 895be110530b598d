/** Light or dark: as the address says, else as it was chosen in this browser, else as the system has it. */

const STORE = "localcord.theme";
export const THEMES = ["light", "dark"];

/** The theme that the address names, or null. */
export const themeOfAddress = () => known(new URL(location.href).searchParams.get("theme"));

/** The theme in force, or null where the system decides. */
export function currentTheme() {
  return known(document.documentElement.dataset.theme);
}

export function applyTheme() {
  put(themeOfAddress() ?? remembered());
}

/** Chooses a theme for this browser; null leaves it to the system. What the address says is over. */
export function chooseTheme(theme) {
  put(theme);
  const address = new URL(location.href);
  address.searchParams.delete("theme");
  history.replaceState(null, "", address);
  try {
    if (theme) localStorage.setItem(STORE, theme);
    else localStorage.removeItem(STORE);
  } catch {
    // A browser that stores nothing has the choice until the page is loaded again.
  }
}

const known = (theme) => (THEMES.includes(theme) ? theme : null);

function put(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}

function remembered() {
  try {
    return known(localStorage.getItem(STORE));
  } catch {
    return null;
  }
}
