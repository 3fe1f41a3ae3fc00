import { resultOf } from '@quire/parsing'
import { generateNKeysBetween } from 'fractional-indexing'
import { resolveLinks } from '../authoring/link-targets.ts'
import { noReferences } from '../authoring/references.ts'
import { inField } from '../pages/bodies.ts'
import type { TextParser } from '../parsing.ts'
import { patched } from '../revisions/attributes.ts'
import { RevisionDraft } from '../revisions/draft.ts'
import { requireSlug, requireTitle } from '../revisions/editor.ts'
import { childrenPrefix, hasConflicts, type PageEntry, putAt, type Roots, slugKey } from '../revisions/entries.ts'
import { finderOf } from '../revisions/finder.ts'
import { makeRoom } from '../revisions/positions.ts'
import type { Storage } from '../revisions/storage.ts'
import { generations, requireParent } from '../revisions/structure.ts'
import { sameValue } from '../trees/nodes.ts'
import { ranges } from '../trees/read.ts'
import { inTurns } from '../turns.ts'
import type { ImportedFile, ImportedPage, ImportPlan } from './plan.ts'
import type { TextWriter } from './texts.ts'

const field = 'body.url'

/** Texts in memory whose links are still to be found. */
const textsAtOnce = 50

/** A page of the import in the space: its id there, and what it was before. */
interface Arrival {
  id: string
  into: string | null
  page: ImportedPage
  before: PageEntry | undefined
}

interface BringIn {
  storage: Storage
  /** What the space holds. */
  roots: Roots
  /** ISO 8601: what changed pages carry. */
  now: string
  texts: TextWriter
  parser: TextParser
}

/**
 * Puts an import's pages, files and reusable contents to what a space holds. A page that came from the same file before
 * is changed in place, as are groups and links that are there already; a new one goes to the end of its parent; pages
 * that the import does not name stay. Reads and sorts all pages together: its cost grows with their number only.
 */
export async function bringIn(
  { storage, roots, now, texts, parser }: BringIn,
  { pages, files, reusableContents }: Pick<ImportPlan, 'pages' | 'files' | 'reusableContents'>,
): Promise<RevisionDraft> {
  const draft = new RevisionDraft(storage, roots)
  for (const file of files) draft.files.set(file.id, fileEntry(file))
  for (const { id, title, document, gitPath } of reusableContents)
    draft.reusables.set(id, { title, document, git: { path: gitPath } })
  const arrivals = await arrivalsOf(draft, pages)
  const orders = await ordersOf(draft, arrivals)
  const withChildren = await pagesWithChildren(storage, roots, arrivals)
  await draft.slugs.readAhead(arrivals.map(({ into, page }) => slugKey({ parent: into, slug: page.slug })))
  const turn = inTurns()
  for (const arrival of arrivals) {
    await turn()
    const { id, into, before } = arrival
    const next = entryOf(arrival, now)
    if (before && sameValue(before, { ...next, updatedAt: before.updatedAt })) continue
    const order = orders.get(id)
    if (order === undefined && before) {
      await draft.replace(id, before, next)
      continue
    }
    const height = before && withChildren.has(id) ? (await generations(draft, id)).length : 0
    await requireParent(draft, into, `${field}.into`, { id, height })
    if (before) draft.takeOut(id, before)
    await draft.put(id, putAt(next, into, order ?? ''))
  }
  await closeLinks({ storage, now, texts, parser }, draft, arrivals)
  // What an import brings is decided by it.
  if (hasConflicts(roots)) for (const { id } of [...files, ...reusableContents, ...arrivals]) draft.conflicts.remove(id)
  return draft
}

async function arrivalsOf(draft: RevisionDraft, pages: readonly ImportedPage[]): Promise<Arrival[]> {
  await draft.pages.readAhead(pages.map(({ id }) => id))
  const ids = new Map<string, string>()
  const arrivals: Arrival[] = []
  const turn = inTurns()
  for (const page of pages) {
    await turn()
    const into = page.parentId === null ? null : (ids.get(page.parentId) ?? page.parentId)
    const id = (page.gitPath === undefined && (await sameAsBefore(draft, page, into))) || page.id
    ids.set(page.id, id)
    arrivals.push({ id, into, page, before: await draft.pages.get(id) })
  }
  return arrivals
}

/** Groups and links come from no file: one is what it was before where its parent, slug and type are the same. */
async function sameAsBefore(draft: RevisionDraft, { type, slug }: ImportedPage, into: string | null) {
  const id = await draft.slugs.get(slugKey({ parent: into, slug }))
  return id !== undefined && (await draft.pages.get(id))?.type === type ? id : undefined
}

/** The order keys of what goes to the end of its parent: new pages, and those that have another parent now. */
async function ordersOf(draft: RevisionDraft, arrivals: readonly Arrival[]): Promise<Map<string, string>> {
  const coming = arrivals.filter(({ into, before }) => before?.parent !== into)
  const orders = new Map<string, string>()
  for (const [into, some] of Map.groupBy(coming, ({ into }) => into)) {
    const isThere = into === null || (await draft.pages.get(into)) !== undefined
    const keys = isThere
      ? await makeRoom(draft, into, undefined, some.length)
      : generateNKeysBetween(null, null, some.length)
    for (const [at, { id }] of some.entries()) orders.set(id, keys[at] ?? '')
  }
  return orders
}

/** The pages that move and have pages beneath them: these move along and must not come to lie too deep. */
async function pagesWithChildren({ nodes }: Storage, roots: Roots, arrivals: readonly Arrival[]): Promise<Set<string>> {
  const ids = arrivals.flatMap(({ id, into, before }) => (before && before.parent !== into ? [id] : []))
  const children = await ranges(nodes, roots.children, ids.map(childrenPrefix))
  return new Set(ids.filter((_, at) => (children[at]?.length ?? 0) > 0))
}

/** The page as it will be; a text whose links are still to be found is written once they are. */
function entryOf({ into, page, before }: Arrival, now: string): PageEntry {
  requireTitle(page.title, field)
  const { gitPath, url, hasOpenLinks, document = null, frontMatter = null, type, title } = page
  const entry: PageEntry = {
    ...(before ?? { parent: into, order: '', createdAt: now }),
    type,
    title,
    slug: requireSlug(page.slug, field),
    document: hasOpenLinks ? (before?.document ?? null) : document,
    updatedAt: now,
  }
  const { target = url === undefined ? undefined : ({ kind: 'url', url } as const) } = page
  return patched(entry, {
    ...page,
    frontMatter,
    ...(gitPath !== undefined && { git: { path: gitPath } }),
    ...(target && { target }),
  })
}

/** Looks up the links that name nothing in the import: they may name pages of the space, by their present places. */
async function closeLinks(
  { storage, now, texts, parser }: Omit<BringIn, 'roots'>,
  draft: RevisionDraft,
  arrivals: readonly Arrival[],
): Promise<void> {
  const open = arrivals.filter(({ page }) => page.hasOpenLinks)
  if (open.length === 0) return
  await texts.flush()
  const to = { finder: finderOf(draft), refs: noReferences() }
  for (let at = 0; at < open.length; at += textsAtOnce) {
    const some = open.slice(at, at + textsAtOnce)
    const loaded = await storage.documents.load([...new Set(some.flatMap(({ page }) => page.document ?? []))])
    const markdowns = some.map(({ page }) => loaded.get(page.document ?? '') ?? '')
    const read = await parser.runEach(
      'links',
      markdowns.map((markdown) => [markdown]),
    )
    for (const [index, { id, page: imported }] of some.entries()) {
      const page = await draft.pages.get(id)
      const [markdown, outcome] = [markdowns[index], read[index]]
      if (!page || imported.document == null || markdown === undefined || !outcome) continue
      const links = await inField(field, async () => resultOf(outcome))
      const document = await texts.keep(await resolveLinks({ markdown, links }, { id, page }, to))
      if (document !== page.document) draft.pages.set(id, { ...page, document, updatedAt: now })
    }
  }
}

function fileEntry({ name, contentType, size, blob, gitPath, dimensions }: ImportedFile) {
  return { name, contentType, size, blob, path: gitPath, ...(dimensions && { dimensions }) }
}
