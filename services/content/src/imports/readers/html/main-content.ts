import type { Element, Root } from 'hast'
import { elementsIn, isElement, textProperty, wordsIn } from './elements.ts'

/** Elements around the text of a page. */
const around = new Set(['nav', 'header', 'footer', 'aside'])
const aroundRoles = new Set(['navigation', 'banner', 'contentinfo', 'complementary', 'search'])

/**
 * Finds the element that holds the text of a page: the one that documentation generators mark as main content and that
 * has text, else the body.
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

/** True if an element is beside the text rather than in it. */
export function isAround(element: Element): boolean {
  return around.has(element.tagName) || aroundRoles.has(textProperty(element, 'role') ?? '')
}

/** True for a header that holds the title of the text. */
export const holdsTitle = (element: Element) =>
  element.tagName === 'header' && [...elementsIn(element)].some((one) => isElement(one) && one.tagName === 'h1')
