import { type Context, holds, type Value } from '@quire/conditions'
import type { Evaluated } from '@quire/contracts'
import type { Evaluation } from '@quire/document'
import type { Caller } from '@quire/kit'
import type { PageEntry, Roots } from '../revisions/entries.ts'
import { type PageNode, pageById } from '../revisions/reader.ts'
import type { Storage } from '../revisions/storage.ts'

/** Who reads; visitors of a site bring what is claimed of them. */
export type Reader = Omit<Caller, 'visit'> & { visit?: { claims: object } | undefined }

/** Somebody who reads a site, by what is claimed of them. */
export const visitorWith = (claims: object): Reader => ({ kind: 'site', scope: 'read', visit: { claims } })

/** A site's visitors see what it shows, not what its writers say about it. */
export const isVisitor = (reader: Reader | undefined) => reader?.kind === 'site'

type Page = Pick<PageEntry, 'variables'>

/** What conditions and expressions may read. Nothing sets a variable for a whole space. */
const contextOf = (reader: Reader | undefined, page?: Page): Context => ({
  visitor: { claims: (reader?.visit?.claims ?? {}) as Value },
  page: { vars: page?.variables ?? {} },
  space: { vars: {} },
})

/**
 * How a text is evaluated for its reader, undefined where it is shown as it was written. Visitors are never shown what is
 * not for them, whatever they ask for. `page` is the one that the text is on; what is on several has none.
 */
export function evaluationFor(reader: Reader | undefined, asked: Evaluated, page?: Page): Evaluation | undefined {
  if (!isVisitor(reader) && (asked === undefined || asked === 'false')) return undefined
  const leaves = asked === 'true' ? [] : ['visitor', ...(page ? [] : ['page'])]
  return { context: contextOf(reader, page), leaves }
}

/** Whether a page's own condition lets a reader see it: those who are no visitors see all. */
export const isFor = (reader: Reader | undefined, page: PageEntry) =>
  !isVisitor(reader) || page.condition === undefined || holds(page.condition, contextOf(reader, page))

/** Whether a reader sees a page: with the pages above it, since what is below a hidden page is hidden. */
export async function isShown(reader: Reader | undefined, storage: Storage, roots: Roots, page: PageEntry) {
  if (!isVisitor(reader)) return true
  for (let one: PageEntry | undefined = page; one; one = one.parent === null ? undefined : await above(one.parent)) {
    if (!isFor(reader, one)) return false
  }
  return true

  async function above(id: string): Promise<PageEntry> {
    const found = await pageById(storage, roots, id)
    if (!found) throw new Error(`Page ${id} is missing above ${page.slug}`)
    return found
  }
}

/** Those of some siblings that a reader sees, given that the page above them is seen. */
export const shownOf = <Placed extends { page: PageEntry }>(reader: Reader | undefined, pages: Placed[]): Placed[] =>
  isVisitor(reader) ? pages.filter(({ page }) => isFor(reader, page)) : pages

/** The part of a tree that a reader sees; as deep as the pages lie, so without recursion. */
export function shownTree(reader: Reader | undefined, top: PageNode[]): PageNode[] {
  if (!isVisitor(reader)) return top
  const shown = shownOf(reader, top)
  const waiting = [...shown]
  for (const node of waiting) {
    node.pages = shownOf(reader, node.pages)
    waiting.push(...node.pages)
  }
  return shown
}
