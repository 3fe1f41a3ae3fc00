import type { Element, Root } from 'hast'
import { elementsIn, isElement, textProperty, wordsIn } from './elements.ts'

/** What stands around the text of a page. */
const around = new Set(['nav', 'header', 'footer', 'aside'])
const aroundRoles = new Set(['navigation', 'banner', 'contentinfo', 'complementary', 'search'])

/**
 * The element that holds the text of a page: what it marks as that, in the ways that generators of documentation do;
 * else its body. A mark without words is none.
 */
export function mainContent(root: Root): Element | undefined {
  const all = [...elementsIn(root)]
  const isMain = (one: Element) => one.tagName === 'main' || textProperty(one, 'role') === 'main'
  const mains = all.filter(isMain)
  const main = mains.find((one) => wordsIn(one) !== '')
  const articles = [...elementsIn(main ?? root)].filter(({ tagName }) => tagName === 'article')
  const [article] = articles
  if (article && articles.length === 1 && wordsIn(article) !== '') return article
  return main ?? all.find(({ tagName }) => tagName === 'body')
}

/** Whether an element stands beside the text rather than in it. */
export function isAround(element: Element): boolean {
  return around.has(element.tagName) || aroundRoles.has(textProperty(element, 'role') ?? '')
}

/** A header in the text may hold its title. */
export const holdsTitle = (element: Element) =>
  element.tagName === 'header' && [...elementsIn(element)].some((one) => isElement(one) && one.tagName === 'h1')
