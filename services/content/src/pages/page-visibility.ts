import { type VisitorConditions, visitorConditions } from '@quire/access'
import type { Context, Value } from '@quire/conditions'
import type { Evaluated } from '@quire/contracts'
import type { Evaluation } from '@quire/document'
import { type Caller, groupsOf } from '@quire/kit'
import type { PageEntry, Roots } from '../storage/revisions/revision-entries.ts'
import { type PageNode, pageById } from '../storage/revisions/revision-reads.ts'
import type { Storage } from '../storage/revisions/storage.ts'

/** A caller who reads content: a user, an app or a visitor of a site, with the visitor's claims. */
export type ContentCaller = Omit<Caller, 'visit'> & { visit?: { claims: object } | undefined }

/** Returns a visitor of a site with the given claims; `caller` is the site that reads for the visitor. */
export const visitorWith = (claims: object, caller: Caller): ContentCaller => ({
  ...{ kind: 'site', scope: 'read', visit: { claims } },
  groups: groupsOf(caller),
})

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
 * the whole evaluation, without comments, whatever the request: an expression as written would reveal the branches for
 * others. `page` is
 * the page of the text; a text on several pages has none.
 */
export function evaluationFor(
  caller: ContentCaller | undefined,
  requested: Evaluated,
  page?: Page,
): Evaluation | undefined {
  if (!isVisitor(caller) && (requested === undefined || requested === 'false')) return undefined
  const leaves = isVisitor(caller) || requested === 'true' ? [] : ['visitor', ...(page ? [] : ['page'])]
  return { context: contextOf(caller, page), leaves, ...(isVisitor(caller) && { omitsComments: true }) }
}

/** The conditions of each visitor's request: there is one caller object for each. */
const conditionsOfCallers = new WeakMap<ContentCaller, VisitorConditions>()

function conditionsFor(caller: ContentCaller): VisitorConditions {
  const known = conditionsOfCallers.get(caller)
  const conditions = known ?? visitorConditions(caller.visit?.claims ?? {}, groupsOf(caller as Caller))
  if (!known) conditionsOfCallers.set(caller, conditions)
  return conditions
}

/**
 * Returns those that the condition of their own page admits to. Callers other than visitors see every page. Throws 503
 * if the conditions of all that the caller's request reads take too much work together.
 */
async function admitted<Placed extends { page: PageEntry }>(
  caller: ContentCaller | undefined,
  placed: Placed[],
): Promise<Placed[]> {
  if (!caller || !isVisitor(caller) || placed.every(({ page }) => page.condition === undefined)) return placed
  const { decide, holds } = conditionsFor(caller)
  await decide(placed.map(({ page }) => page))
  return placed.filter(({ page }) => holds(page.condition, page.variables))
}

/** True if the condition of the page itself admits the caller. */
export const meetsCondition = async (caller: ContentCaller | undefined, page: PageEntry): Promise<boolean> =>
  (await admitted(caller, [{ page }])).length > 0

/** True if a page and all of its ancestors are visible to the caller: the descendants of a hidden page are hidden. */
export async function isVisible(caller: ContentCaller | undefined, storage: Storage, roots: Roots, page: PageEntry) {
  if (!isVisitor(caller)) return true
  for (let one: PageEntry | undefined = page; one; one = one.parent === null ? undefined : await above(one.parent)) {
    if (!(await meetsCondition(caller, one))) return false
  }
  return true

  async function above(id: string): Promise<PageEntry> {
    const found = await pageById(storage, roots, id)
    if (!found) throw new Error(`Page ${id} is missing above ${page.slug}`)
    return found
  }
}

/** Returns the siblings that are visible to the caller, if their parent is visible. */
export const visibleSiblings = admitted

/** Returns the part of a tree that is visible to the caller. Not recursive, because pages may be deeply nested. */
export async function visibleTree(caller: ContentCaller | undefined, top: PageNode[]): Promise<PageNode[]> {
  if (!isVisitor(caller)) return top
  const visible = await visibleSiblings(caller, top)
  const waiting = [...visible]
  for (const node of waiting) {
    if (node.pages.length === 0) continue
    node.pages = await visibleSiblings(caller, node.pages)
    waiting.push(...node.pages)
  }
  return visible
}
