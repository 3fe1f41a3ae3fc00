import { patched, withoutOwnAttributes } from '../storage/revisions/page-attributes.ts'
import { requireSlug, requireTitle } from '../storage/revisions/revision-editor.ts'
import { type GitOrigin, type PageEntry, putAt } from '../storage/revisions/revision-entries.ts'
import { sameValue } from '../storage/trees/tree-nodes.ts'
import { yieldEvery } from '../storage/yield-every.ts'
import type { ImportedPage } from './plan-pages.ts'

const field = 'body.url'

/** A page of the import in the space: its id there, and its previous entry. */
export interface Arrival {
  id: string
  into: string | null
  page: ImportedPage
  before: PageEntry | undefined
}

interface Applied {
  /** The update time of changed pages, in ISO 8601. */
  now: string
  /** Identifies the source of the import. */
  source: string
  /** True if the content is what the source brought, so that what a file does not give its page any more goes. */
  isOfSource: boolean
  /** Called for each page of another source that is replaced, in words. */
  onProblem(what: string): void
}

/** A page that an import makes or changes; `isMoving` is true if it gets another place, or its first one. */
interface EntryChange {
  id: string
  before: PageEntry | undefined
  next: PageEntry
  isMoving: boolean
}

/** Returns what becomes of the pages that an import changes, parents first; `orders` has the keys of those that move. */
export async function changedEntries(
  arrivals: readonly Arrival[],
  orders: ReadonlyMap<string, string>,
  applied: Applied,
): Promise<EntryChange[]> {
  const turn = yieldEvery()
  const changes: EntryChange[] = []
  for (const arrival of arrivals) {
    await turn()
    const { id, into, before } = arrival
    const next = entryOf(arrival, applied)
    const order = orders.get(id)
    const isReplaced = before?.importSource !== undefined && before.importSource !== applied.source
    if (isReplaced && before.document !== next.document)
      applied.onProblem(`${arrival.page.gitPath}: it replaces the text of a page that another source brought`)
    if (before && isUnchanged(before, next)) {
      if (order === undefined && hasSameOrigin(before, next)) continue
      next.updatedAt = before.updatedAt
    }
    if (before && order === undefined && before.slug === next.slug) {
      changes.push({ id, before, next, isMoving: false })
      continue
    }
    const place = order === undefined && before ? next : putAt(next, into, order ?? '')
    changes.push({ id, before, next: place, isMoving: true })
  }
  return changes
}

/** True if nothing but the times and what is recorded about the source of a page differ. */
function isUnchanged({ git: gitBefore, ...before }: PageEntry, { git, ...next }: PageEntry) {
  return (
    hasSameFields(before, next, ['updatedAt', 'importSource']) &&
    hasSameFields<Partial<GitOrigin>>(gitBefore ?? {}, git ?? {}, ['hasOpenLinks'])
  )
}

/** Compares field by field, which decides most comparisons without the texts of whole entries. */
function hasSameFields<Fields extends object>(one: Fields, other: Fields, except: readonly (keyof Fields)[]): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)] as (keyof Fields)[])
  for (const name of except) names.delete(name)
  return [...names].every((name) => sameValue(one[name], other[name]))
}

const hasSameOrigin = (before: PageEntry, { importSource, git }: PageEntry) =>
  before.importSource === importSource && before.git?.hasOpenLinks === git?.hasOpenLinks

/**
 * Returns the new entry of a page; a text with open links replaces the old one once they are resolved. A page that people
 * have hidden stays hidden, and one of another source stays a part of that. A group or a link has no file that could give
 * it attributes, so it keeps those that people gave it, of which a condition protects all pages below.
 */
function entryOf({ into, page, before }: Arrival, { now, source, isOfSource }: Applied): PageEntry {
  requireTitle(page.title, field)
  const { gitPath, url, openAfter, document = null, frontMatter = null, type, title } = page
  const entry: PageEntry = {
    ...(before ?? { parent: into, order: '', createdAt: now }),
    type,
    title,
    slug: requireSlug(page.slug, field),
    document: openAfter === undefined ? document : (before?.document ?? null),
    updatedAt: now,
  }
  const { target = url === undefined ? undefined : ({ kind: 'url', url } as const) } = page
  const isOfFile = gitPath !== undefined
  const isHiddenHere = before?.hidden === true && (!isOfFile || (before.git !== undefined && !before.git.isHidden))
  return patched(entry, {
    ...(isOfSource && isOfFile && withoutOwnAttributes),
    ...page,
    // A page that says nothing of it was written here; it stays as it is.
    hidden: isHiddenHere || page.hidden || (before && before.hidden === undefined ? null : false),
    importSource: before?.importSource ?? source,
    frontMatter,
    redirects: page.redirects ?? null,
    computed: page.computed ?? null,
    ...(isOfFile ? { git: originOf(page, before) } : { isImported: true }),
    ...(target && { target }),
  })
}

/** The text with open links is the previous one until they are resolved, so that a page that stays equal is not changed. */
function originOf({ gitPath = '', origin, openAfter, hidden }: ImportedPage, before: PageEntry | undefined): GitOrigin {
  const isWaiting = openAfter !== undefined && origin?.source !== undefined && before?.git?.imported !== undefined
  const imported = isWaiting && { imported: before?.git?.imported }
  return { path: gitPath, ...origin, ...imported, ...(hidden && { isHidden: true }) }
}
