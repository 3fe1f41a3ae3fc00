import type { Link } from '@quire/document/plain'
import { resultOf } from '@quire/parsing'
import { generateNKeysBetween } from 'fractional-indexing'
import { noReferences } from '../editing/authoring/batch-references.ts'
import { resolveLinks } from '../editing/authoring/resolve-links.ts'
import { inField } from '../pages/text-conversion.ts'
import { allocateOrderKeys } from '../storage/revisions/order-keys.ts'
import { patched } from '../storage/revisions/page-attributes.ts'
import { generations, requireParent } from '../storage/revisions/page-hierarchy.ts'
import { RevisionDraft } from '../storage/revisions/revision-draft.ts'
import { requireSlug, requireTitle } from '../storage/revisions/revision-editor.ts'
import {
  childrenPrefix,
  type GitOrigin,
  hasConflicts,
  type PageEntry,
  putAt,
  type Roots,
  slugKey,
} from '../storage/revisions/revision-entries.ts'
import { createFinder } from '../storage/revisions/revision-finder.ts'
import type { Storage } from '../storage/revisions/storage.ts'
import { sameValue } from '../storage/trees/tree-nodes.ts'
import { ranges } from '../storage/trees/tree-reads.ts'
import { yieldEvery } from '../storage/yield-every.ts'
import type { ImportsParser } from './context.ts'
import type { ImportedFile, ImportPlan } from './import-plan.ts'
import { type Mirrored, ordersAlong, removeAbsent } from './mirror-source.ts'
import type { ImportedPage } from './plan-import.ts'
import type { TextWriter } from './text-writer.ts'

const field = 'body.url'

/** Texts in memory at once whose links are resolved. */
const textsAtOnce = 50

/** A page of the import in the space: its id there, and its previous entry. */
interface Arrival {
  id: string
  into: string | null
  page: ImportedPage
  before: PageEntry | undefined
}

interface ApplyOptions {
  storage: Storage
  /** The content of the space. */
  roots: Roots
  /** The update time of changed pages, in ISO 8601. */
  now: string
  texts: TextWriter
  parser: ImportsParser
  /** The part of the space that the import mirrors; absent for one that only adds and changes. */
  mirrored?: Mirrored | undefined
  /** Called for each link that leads nowhere and each page of another source that is replaced, in words. */
  onProblem(what: string): void
}

/**
 * Applies an import's pages, files and reusable contents to the content of a space. A page that was imported from the
 * same file before is changed in place, as are existing groups and links; a new one goes to the end of its parent;
 * other pages stay. Where the import mirrors, the order is the import's, and what it does not have any more goes. Reads and sorts all pages together, so the cost grows only with their number.
 */
export async function applyImport(
  { storage, roots, now, texts, parser, mirrored, onProblem }: ApplyOptions,
  { pages, files, reusableContents, source }: Pick<ImportPlan, 'pages' | 'files' | 'reusableContents' | 'source'>,
): Promise<RevisionDraft> {
  const draft = new RevisionDraft(storage, roots)
  const [filesBefore, contentsBefore] = await Promise.all([
    draft.files.getMany(files.map(({ id }) => id)),
    draft.reusables.getMany(reusableContents.map(({ id }) => id)),
  ])
  for (const file of files)
    draft.files.set(file.id, { ...fileEntry(file), importSource: filesBefore.get(file.id)?.importSource ?? source })
  for (const { id, title, document, gitPath, origin } of reusableContents) {
    const importSource = contentsBefore.get(id)?.importSource ?? source
    draft.reusables.set(id, { title, document, git: { path: gitPath, ...origin }, importSource })
  }
  const arrivals = await arrivalsOf(draft, pages)
  if (mirrored) await removeAbsent(draft, mirrored, { files, reusableContents }, arrivals)
  const orders = await (mirrored ? ordersAlong : ordersOf)(draft, arrivals)
  const withChildren = await pagesWithChildren(storage, roots, arrivals)
  await draft.slugs.readAhead(arrivals.map(({ into, page }) => slugKey({ parent: into, slug: page.slug })))
  const turn = yieldEvery()
  for (const arrival of arrivals) {
    await turn()
    const { id, into, before } = arrival
    const next = entryOf(arrival, { now, source })
    const order = orders.get(id)
    if (before?.importSource !== undefined && before.importSource !== source && before.document !== next.document)
      onProblem(`${arrival.page.gitPath}: it replaces the text of a page that another source brought`)
    if (before && isUnchanged(before, next)) {
      if (order === undefined && hasSameOrigin(before, next)) continue
      next.updatedAt = before.updatedAt
    }
    if (order === undefined && before) {
      await draft.replace(id, before, next)
      continue
    }
    if (before?.parent !== into || !before) {
      const height = before && withChildren.has(id) ? (await generations(draft, id)).length : 0
      await requireParent(draft, into, `${field}.into`, { id, height })
    }
    if (before) draft.detach(id, before)
    await draft.attach(id, putAt(next, into, order ?? ''))
    orders.delete(id)
  }
  await moveOthers(draft, orders)
  await resolveOpenLinks({ storage, now, texts, parser, onProblem }, draft, arrivals)
  // An import resolves the conflicts of everything that it contains.
  if (hasConflicts(roots)) for (const { id } of [...files, ...reusableContents, ...arrivals]) draft.conflicts.remove(id)
  return draft
}

async function arrivalsOf(draft: RevisionDraft, pages: readonly ImportedPage[]): Promise<Arrival[]> {
  await draft.pages.readAhead(pages.map(({ id }) => id))
  const ids = new Map<string, string>()
  const arrivals: Arrival[] = []
  const turn = yieldEvery()
  for (const page of pages) {
    await turn()
    const into = page.parentId === null ? null : (ids.get(page.parentId) ?? page.parentId)
    const id = (page.gitPath === undefined && (await sameAsBefore(draft, page, into))) || page.id
    ids.set(page.id, id)
    arrivals.push({ id, into, page, before: await draft.pages.get(id) })
  }
  return arrivals
}

/** Finds the existing group or link: these have no file, so they are the same if parent, slug and type are equal. */
async function sameAsBefore(draft: RevisionDraft, { type, slug }: ImportedPage, into: string | null) {
  const id = await draft.slugs.get(slugKey({ parent: into, slug }))
  return id !== undefined && (await draft.pages.get(id))?.type === type ? id : undefined
}

/** Returns the order keys of new pages and of pages with another parent, at the end of their parents. */
async function ordersOf(draft: RevisionDraft, arrivals: readonly Arrival[]): Promise<Map<string, string>> {
  const coming = arrivals.filter(({ into, before }) => before?.parent !== into)
  const orders = new Map<string, string>()
  for (const [into, some] of Map.groupBy(coming, ({ into }) => into)) {
    const isThere = into === null || (await draft.pages.get(into)) !== undefined
    const keys = isThere
      ? await allocateOrderKeys(draft, into, undefined, some.length)
      : generateNKeysBetween(null, null, some.length)
    for (const [at, { id }] of some.entries()) orders.set(id, keys[at] ?? '')
  }
  return orders
}

/** Moves the pages that are not in the import and have to make room for the order of those that are. */
async function moveOthers(draft: RevisionDraft, orders: ReadonlyMap<string, string>): Promise<void> {
  for (const [id, page] of await draft.pages.getMany([...orders.keys()])) {
    draft.detach(id, page)
    await draft.attach(id, putAt(page, page.parent, orders.get(id) ?? page.order))
  }
}

/** Returns the moving pages that have subpages, which move along and must not be nested too deep afterwards. */
async function pagesWithChildren({ nodes }: Storage, roots: Roots, arrivals: readonly Arrival[]): Promise<Set<string>> {
  const ids = arrivals.flatMap(({ id, into, before }) => (before && before.parent !== into ? [id] : []))
  const children = await ranges(nodes, roots.children, ids.map(childrenPrefix))
  return new Set(ids.filter((_, at) => (children[at]?.length ?? 0) > 0))
}

/** True if nothing but the times and what is recorded about the source of a page differ. */
function isUnchanged(before: PageEntry, next: PageEntry) {
  const contentOf = ({ updatedAt: _, importSource: __, git, ...page }: PageEntry) => ({
    ...page,
    git: git && { ...git, hasOpenLinks: undefined },
  })
  return sameValue(contentOf(before), contentOf(next))
}

const hasSameOrigin = (before: PageEntry, { importSource, git }: PageEntry) =>
  before.importSource === importSource && before.git?.hasOpenLinks === git?.hasOpenLinks

/**
 * Returns the new entry of a page; a text with open links replaces the old one once they are resolved. A page that people
 * have hidden stays hidden, and one of another source stays a part of that.
 */
function entryOf({ into, page, before }: Arrival, { now, source }: { now: string; source: string }): PageEntry {
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
  const isHiddenHere = before?.hidden === true && before.git !== undefined && !before.git.isHidden
  return patched(entry, {
    ...page,
    ...(isHiddenHere && { hidden: true }),
    importSource: before?.importSource ?? source,
    frontMatter,
    redirects: page.redirects ?? null,
    computed: page.computed ?? null,
    ...(gitPath === undefined ? { isImported: true } : { git: originOf(page, before) }),
    ...(target && { target }),
  })
}

/** The text with open links is the previous one until they are resolved, so that a page that stays equal is not changed. */
function originOf({ gitPath = '', origin, openAfter, hidden }: ImportedPage, before: PageEntry | undefined): GitOrigin {
  const isWaiting = openAfter !== undefined && origin?.source !== undefined && before?.git?.imported !== undefined
  const imported = isWaiting && { imported: before?.git?.imported }
  return { path: gitPath, ...origin, ...imported, ...(hidden && { isHidden: true }) }
}

/** Resolves the links that lead out of the import: they may lead to current locations of pages of the space. */
async function resolveOpenLinks(
  { storage, now, texts, parser, onProblem }: Omit<ApplyOptions, 'roots' | 'mirrored'>,
  draft: RevisionDraft,
  arrivals: readonly Arrival[],
): Promise<void> {
  const open = arrivals.filter(({ page }) => page.openAfter !== undefined)
  if (open.length === 0) return
  await texts.flush()
  const to = { finder: createFinder(draft), refs: noReferences() }
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
      const dead = ({ url, image, position }: Link) =>
        onProblem(`${imported.gitPath}, line ${position.line + (imported.openAfter ?? 0)}: ${deadLink(url, image)}`)
      const document = await texts.add(await resolveLinks({ markdown, links }, { id, page }, to, dead))
      const git = page.git?.source === undefined ? page.git : { ...page.git, imported: document }
      if (document === page.document && git?.imported === page.git?.imported) continue
      const updatedAt = document === page.document ? page.updatedAt : now
      draft.pages.set(id, { ...page, document, ...(git && { git }), updatedAt })
    }
  }
}

const deadLink = (url: string, image: boolean) =>
  image
    ? `the picture ${url.slice(0, 200)} is not there`
    : `the link leads nowhere: ${url.slice(0, 200)} is not there; visitors see its words alone`

function fileEntry({ name, contentType, size, blob, gitPath, dimensions, oid }: ImportedFile) {
  const known = { ...(dimensions && { dimensions }), ...(oid !== undefined && { oid }) }
  return { name, contentType, size, blob, path: gitPath, ...known }
}
