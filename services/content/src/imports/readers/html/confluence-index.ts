import type { Element } from 'hast'
import { decodeHtml } from './decode-html.ts'
import { elementsIn, isElement, textProperty, wordsIn } from './elements.ts'
import { parseHtml } from './parse-html.ts'

/** A page in the list of a Confluence export, with the pages below it. */
export interface IndexedPage {
  title: string
  /** The address of the page as the list has it. */
  url: string
  pages: IndexedPage[]
}

/** Reads the tree of pages in `index.html` of a Confluence export. Throws DocumentError for a page over the limits. */
export function readConfluenceIndex(bytes: Uint8Array): IndexedPage[] {
  const root = parseHtml(decodeHtml(bytes, ''))
  const content = [...elementsIn(root)].find((one) => one.properties.id === 'content')
  return pagesIn(content ?? { children: root.children.filter(isElement) })
}

/** Returns the pages of the lists in an element: a link in an item is a page, and lists in the item are below it. */
function pagesIn({ children }: Pick<Element, 'children'>): IndexedPage[] {
  return children.filter(isElement).flatMap((node): IndexedPage[] => {
    if (node.tagName !== 'li') return pagesIn(node)
    const link = node.children.filter(isElement).find(({ tagName }) => tagName === 'a')
    const url = link && textProperty(link, 'href')
    const pages = pagesIn(node)
    return link && url !== undefined ? [{ title: wordsIn(link), url, pages }] : pages
  })
}
