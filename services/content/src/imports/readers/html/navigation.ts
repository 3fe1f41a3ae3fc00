import type { Element, Root } from 'hast'
import { addressOf } from './clean.ts'
import { classesOf, elementsIn, isElement, textProperty, wordsIn } from './elements.ts'

/** An entry in the navigation of a page; without an address it is a group. */
export interface NavigationItem {
  title: string
  url?: string
  items: NavigationItem[]
}

const maxItems = 5000

/** Classes by which generators mark the list of all pages. */
const listing = /(^|[-_])(side-?bar|sphinxsidebar|menu|toc-?tree|doc-?nav|md-nav|book-?summary|chapter)/i

/**
 * Returns the navigation of a page: the listing with the most addresses that `leads` accepts. Nested lists are a tree,
 * and a caption before a list is its group.
 */
export function navigationOf(root: Root, base: string, leads: (url: string) => boolean): NavigationItem[] {
  let best: NavigationItem[] = []
  let bestCount = 1
  for (const element of elementsIn(root)) {
    if (!isListing(element)) continue
    const items = withAddresses(itemsOf(element, { base, leads, remaining: maxItems }))
    const count = new Set(addressesOf(items)).size
    if (count > bestCount) [best, bestCount] = [items, count]
  }
  return best
}

const isListing = (element: Element) =>
  ['nav', 'aside'].includes(element.tagName) ||
  textProperty(element, 'role') === 'navigation' ||
  classesOf(element).some((name) => listing.test(name))

interface Listing {
  base: string
  leads: (url: string) => boolean
  remaining: number
}

function itemsOf(element: Element, from: Listing): NavigationItem[] {
  const items: NavigationItem[] = []
  let caption: string | undefined
  for (const child of element.children) {
    if (!isElement(child) || from.remaining <= 0) continue
    if (child.tagName === 'li') items.push(...itemOf(child, from))
    else if (isCaption(child)) caption = wordsIn(child)
    else {
      const inner = child.tagName === 'a' ? linkOf(child, from) : itemsOf(child, from)
      const isCaptioned =
        caption !== undefined && ['ul', 'ol', 'nav', 'div'].includes(child.tagName) && inner.length > 0
      if (isCaptioned) items.push({ title: caption ?? '', items: inner })
      else items.push(...inner)
      if (inner.length > 0) caption = undefined
    }
  }
  return items
}

const isCaption = (element: Element) =>
  (element.tagName === 'p' || /^h[2-6]$/.test(element.tagName)) &&
  wordsIn(element) !== '' &&
  ![...elementsIn(element)].some(({ tagName }) => tagName === 'a')

/** Reads a list item: its first link, or its first text, and the lists in it. */
function itemOf(entry: Element, from: Listing): NavigationItem[] {
  const lists: Element[] = []
  const own: Element[] = []
  const part = (element: Element) => {
    for (const child of element.children) {
      if (!isElement(child)) continue
      if (child.tagName === 'ul' || child.tagName === 'ol') lists.push(child)
      else {
        own.push(child)
        if (child.tagName !== 'a') part(child)
      }
    }
  }
  part(entry)
  const items = lists.flatMap((list) => itemsOf(list, from))
  const [link] = own.flatMap((element) => (element.tagName === 'a' ? linkOf(element, from) : []))
  if (link) return [{ ...link, items }]
  const words = own.map((element) => ownWords(element)).find((title) => title !== '') ?? ownWords(entry)
  return items.length > 0 ? [{ title: words, items }] : []
}

const ownWords = (element: Element): string =>
  wordsIn({
    ...element,
    children: element.children.filter((child) => !isElement(child) || !/^(ul|ol|nav|a)$/.test(child.tagName)),
  })

function linkOf(link: Element, from: Listing): NavigationItem[] {
  const address = addressOf(textProperty(link, 'href'), from.base)
  const title = wordsIn(link)
  if (address === undefined || title === '' || !URL.canParse(address, from.base)) return []
  const url = new URL(address, from.base)
  // A section of a page is not a page.
  if (url.hash !== '' || !from.leads(url.href)) return []
  url.hash = ''
  from.remaining -= 1
  return [{ title, url: url.href, items: [] }]
}

/** Removes groups without any address. */
const withAddresses = (items: readonly NavigationItem[]): NavigationItem[] =>
  items.flatMap((item) => {
    const inner = withAddresses(item.items)
    return item.url === undefined && inner.length === 0 ? [] : [{ ...item, items: inner }]
  })

const addressesOf = (items: readonly NavigationItem[]): string[] =>
  items.flatMap(({ url, items: inner }) => [...(url === undefined ? [] : [url]), ...addressesOf(inner)])
