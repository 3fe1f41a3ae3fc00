/**
 * Creates an element with attributes and children; strings become text, never HTML.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string | undefined>} attributes
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(key, value)
  made.append(...children)
  return made
}

/**
 * Returns a stored choice of the visitor; undefined if there is none.
 * @param {string} name
 */
export function storedChoice(name) {
  try {
    return localStorage.getItem(name) ?? undefined
  } catch {
    return undefined
  }
}

/**
 * Stores a choice of the visitor. If the browser forbids storage, the choice lasts until the next page.
 * @param {string} name
 * @param {string} value
 */
export function storeChoice(name, value) {
  try {
    localStorage.setItem(name, value)
  } catch {
    // The visitor's browser forbids storage.
  }
}

/**
 * Returns the elements that a selector finds.
 * @template {HTMLElement} [Kind=HTMLElement]
 * @param {string} selector
 * @returns {Kind[]}
 */
export const all = (selector) => Array.from(document.querySelectorAll(selector))
