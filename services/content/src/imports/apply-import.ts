import type { Link } from '@quire/document/plain'
import { resultOf } from '@quire/parsing'
import { generateNKeysBetween } from 'fractional-indexing'
import { noReferences } from '../editing/authoring/batch-references.ts'
import { resolveLinks } from '../editing/authoring/resolve-links.ts'
import { inField } from '../pages/text-conversion.ts'
import { allocateOrderKeys } from '../storage/revisions/order-keys.ts'
import { generations, requireParent } from '../storage/revisions/page-hierarchy.ts'
import { RevisionDraft } from '../storage/revisions/revision-draft.ts'
import { childrenPrefix, hasConflicts, putAt, type Roots, slugKey } from '../storage/revisions/revision-entries.ts'
import { createFinder } from '../storage/revisions/revision-finder.ts'
import type { Storage } from '../storage/revisions/storage.ts'
import { ranges } from '../storage/trees/tree-reads.ts'
import { yieldEvery } from '../storage/yield-every.ts'
import { type Arrival, changedEntries } from './changed-entries.ts'
import type { ImportsParser } from './context.ts'
import type { ImportedFile, ImportPlan } from './import-plan.ts'
import { type Mirrored, ordersAlong, removeAbsent } from './mirror-source.ts'
import { pagesWithoutFiles } from './pages-without-files.ts'
import type { ImportedPage } from './plan-import.ts'
import type { TextWriter } from './text-writer.ts'

const field = 'body.url'

/** Texts in memory at once whose links are resolved. */
const textsAtOnce = 50

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
  /** True if the content is what the source brought, so that what a file does not give its page any more goes. */
  isOfSource: boolean
  /** Called for each link that leads nowhere and each page of another source that is replaced, in words. */
  onProblem(what: string): void
}

/**
 * Applies an import's pages, files and reusable contents to the content of a space. A page that was imported from the
 * same file before is changed in place, as are existing groups and links; a new one goes to the end of its parent;
 * other pages stay. Where the import mirrors, the order is the import's, and what it does not have any more goes. Reads and
 * sorts all pages together, so the cost grows only with their number.
 */
export async function applyImport(
  { storage, roots, now, texts, parser, mirrored, isOfSource, onProblem }: ApplyOptions,
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
  const changes = await changedEntries(arrivals, orders, { now, source, isOfSource, onProblem })
  const heights = new Map<string, number>()
  for (const { id } of changes) if (withChildren.has(id)) heights.set(id, (await generations(draft, id)).length)
  // All places are left before one is taken: two pages may change places.
  for (const { id, before, isMoving } of changes) if (before && isMoving) draft.detach(id, before)
  const turn = yieldEvery()
  for (const { id, before, next, isMoving } of changes) {
    await turn()
    if (!isMoving) {
      draft.pages.set(id, next)
      continue
    }
    if (before?.parent !== next.parent)
      await requireParent(draft, next.parent, `${field}.into`, { id, height: heights.get(id) ?? 0 })
    await draft.attach(id, next)
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
  const sameAsBefore = pagesWithoutFiles(draft, pages)
  const turn = yieldEvery()
  for (const page of pages) {
    await turn()
    const into = page.parentId === null ? null : (ids.get(page.parentId) ?? page.parentId)
    const id = (page.gitPath === undefined && (await sameAsBefore(page, into))) || page.id
    ids.set(page.id, id)
    arrivals.push({ id, into, page, before: await draft.pages.get(id) })
  }
  return arrivals
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

/** Resolves the links that lead out of the import: they may lead to current locations of pages of the space. */
async function resolveOpenLinks(
  { storage, now, texts, parser, onProblem }: Omit<ApplyOptions, 'roots' | 'mirrored' | 'isOfSource'>,
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
