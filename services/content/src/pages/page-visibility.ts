import { type Context, holds, type Value } from '@quire/conditions'
import type { Evaluated } from '@quire/contracts'
import type { Evaluation } from '@quire/document'
import type { Caller } from '@quire/kit'
import type { PageEntry, Roots } from '../storage/revisions/revision-entries.ts'
import { type PageNode, pageById } from '../storage/revisions/revision-reads.ts'
import type { Storage } from '../storage/revisions/storage.ts'

/** A caller who reads content: a user, an app or a visitor of a site, with the visitor's claims. */
export type ContentCaller = Omit<Caller, 'visit'> & { visit?: { claims: object } | undefined }

/** Returns a visitor of a site with the given claims. */
export const visitorWith = (claims: object): ContentCaller => ({ kind: 'site', scope: 'read', visit: { claims } })

/** True for a visitor of a site, who sees only published content and no data for authors. */
export const isVisitor = (caller: ContentCaller | undefined) => caller?.kind === 'site'

type Page = Pick<PageEntry, 'variables'>

/** Returns the variables that conditions and expressions may read. Spaces have no variables of their own. */
const contextOf = (caller: ContentCaller | undefined, page?: Page): Context => ({
  visitor: { claims: (caller?.visit?.claims ?? {}) as Value },
  page: { vars: page?.variables ?? {} },
  space: { vars: {} },
})

/**
 * Returns the evaluation of a text for a caller; undefined if the text is presented as written. A visitor always gets
 * the whole evaluation, whatever the request: an expression as written would reveal the branches for others. `page` is
 * the page of the text; a text on several pages has none.
 */
export function evaluationFor(
  caller: ContentCaller | undefined,
  requested: Evaluated,
  page?: Page,
): Evaluation | undefined {
  if (!isVisitor(caller) && (requested === undefined || requested === 'false')) return undefined
  const leaves = isVisitor(caller) || requested === 'true' ? [] : ['visitor', ...(page ? [] : ['page'])]
  return { context: contextOf(caller, page), leaves }
}

/** True if the condition of the page itself admits the caller. Callers other than visitors see every page. */
export const meetsCondition = (caller: ContentCaller | undefined, page: PageEntry) =>
  !isVisitor(caller) || page.condition === undefined || holds(page.condition, contextOf(caller, page))

/** True if a page and all of its ancestors are visible to the caller: the descendants of a hidden page are hidden. */
export async function isVisible(caller: ContentCaller | undefined, storage: Storage, roots: Roots, page: PageEntry) {
  if (!isVisitor(caller)) return true
  for (let one: PageEntry | undefined = page; one; one = one.parent === null ? undefined : await above(one.parent)) {
    if (!meetsCondition(caller, one)) return false
  }
  return true

  async function above(id: string): Promise<PageEntry> {
    const found = await pageById(storage, roots, id)
    if (!found) throw new Error(`Page ${id} is missing above ${page.slug}`)
    return found
  }
}

/** Returns the siblings that are visible to the caller, if their parent is visible. */
export const visibleSiblings = <Placed extends { page: PageEntry }>(
  caller: ContentCaller | undefined,
  pages: Placed[],
): Placed[] => (isVisitor(caller) ? pages.filter(({ page }) => meetsCondition(caller, page)) : pages)

/** Returns the part of a tree that is visible to the caller. Not recursive, because pages may be deeply nested. */
export function visibleTree(caller: ContentCaller | undefined, top: PageNode[]): PageNode[] {
  if (!isVisitor(caller)) return top
  const visible = visibleSiblings(caller, top)
  const waiting = [...visible]
  for (const node of waiting) {
    node.pages = visibleSiblings(caller, node.pages)
    waiting.push(...node.pages)
  }
  return visible
}
