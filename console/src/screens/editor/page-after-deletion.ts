import { allPages, childrenOf, type Page } from '../space/pages.ts'

/**
 * Returns the page to open once a page is deleted with everything below it, while `open` is open: that one if it stays, else
 * the document that follows in reading order, else the one before; undefined if no document is left.
 */
export function pageAfterDeletion(pages: readonly Page[], deleted: string, open: string): string | undefined {
  const all = allPages(pages)
  const at = all.findIndex(({ id }) => id === deleted)
  const page = all[at]
  if (!page) return open
  const after = at + 1 + allPages(childrenOf(page)).length
  if (!all.slice(at, after).some(({ id }) => id === open)) return open
  const isDocument = ({ type }: Page) => type === 'document'
  return (all.slice(after).find(isDocument) ?? all.slice(0, at).findLast(isDocument))?.id
}
