import { element } from './elements.mjs'

/**
 * @typedef {object} Result
 * @property {string} title
 * @property {string} href
 * @property {string[]} trail
 * @property {{ title: string, href: string, excerpt: string }[]} sections
 */

/**
 * Creates the options of a page and of its matching sections.
 * @param {Result} result
 * @param {string} query
 * @returns {HTMLElement[]}
 */
export function optionsOf({ title, href, trail, sections }, query) {
  /**
   * @param {string} className
   * @param {string} to
   * @param {...(Node | string)} content
   */
  const option = (className, to, ...content) =>
    element('a', { role: 'option', class: className, href: to, tabindex: '-1', 'aria-selected': 'false' }, ...content)
  const head = option(
    'search-page',
    href,
    ...(trail.length > 0 ? [element('small', { class: 'result-trail' }, trail.join(' › '))] : []),
    element('strong', { class: 'result-title' }, ...marked(title, query)),
  )
  const below = sections.map((section) =>
    option(
      'search-section',
      section.href,
      ...(section.title ? [element('strong', { class: 'result-title' }, ...marked(section.title, query))] : []),
      element('span', { class: 'result-excerpt' }, ...marked(section.excerpt, query)),
    ),
  )
  return [head, ...below]
}

/**
 * Returns the text with the words of the query marked.
 * @param {string} text
 * @param {string} query
 * @returns {(Node | string)[]}
 */
function marked(text, query) {
  const words = query
    .split(/\s+/)
    .map((word) => word.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
    .filter((word) => word.length > 1)
  if (words.length === 0) return [text]
  const pattern = new RegExp(`(${words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`, 'gi')
  return text.split(pattern).map((part, at) => (at % 2 === 1 ? element('mark', {}, part) : part))
}
