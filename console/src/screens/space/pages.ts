import type { AnyPage } from '@quire/contracts'

/** A page, group or link of a tree; its pages are of the same kind. */
export type Page = (typeof AnyPage)['_zod']['output']

export const childrenOf = (page: Page): Page[] => (page.type === 'link' ? [] : (page.pages as Page[]))

/** Lists pages with everything below them, in reading order. */
export const allPages = (pages: readonly Page[]): Page[] =>
  pages.flatMap((page) => [page, ...allPages(childrenOf(page))])

/** Returns the pages above a page, from the top; undefined if the page is not below. */
export function pathTo(pages: readonly Page[], pageId: string): Page[] | undefined {
  for (const page of pages) {
    if (page.id === pageId) return []
    const below = pathTo(childrenOf(page), pageId)
    if (below) return [page, ...below]
  }
  return undefined
}

interface Siblings {
  /** The page that the siblings are below; undefined at the top. */
  parent: Page | undefined
  siblings: readonly Page[]
}

/** Returns a page with those beside it, and what they are below. */
export function siblingsOf(pages: readonly Page[], pageId: string): Siblings {
  const parent = pathTo(pages, pageId)?.at(-1)
  return { parent, siblings: parent ? childrenOf(parent) : pages }
}

/** Returns the first document of a tree: where reading begins. */
export const firstDocument = (pages: readonly Page[]) => allPages(pages).find((page) => page.type === 'document')
