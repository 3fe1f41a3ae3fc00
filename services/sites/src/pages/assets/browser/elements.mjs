/**
 * An element with attributes and children; text is text, never HTML.
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
 * What the reader chose before; undefined where nothing is kept.
 * @param {string} name
 */
export function kept(name) {
  try {
    return localStorage.getItem(name) ?? undefined
  } catch {
    return undefined
  }
}

/**
 * Some readers let no site keep anything: their choices hold until the next page.
 * @param {string} name
 * @param {string} value
 */
export function keep(name, value) {
  try {
    localStorage.setItem(name, value)
  } catch {
    // It is the reader's will.
  }
}

/**
 * The elements that a selector finds.
 * @template {HTMLElement} [Kind=HTMLElement]
 * @param {string} selector
 * @returns {Kind[]}
 */
export const all = (selector) => Array.from(document.querySelectorAll(selector))
