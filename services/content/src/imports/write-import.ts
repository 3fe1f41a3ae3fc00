import type { Sql } from '../database.ts'
import { type FormerAddresses, formerAddresses } from '../storage/revisions/former-addresses.ts'
import type { DraftedRevision, PageEntry, Roots } from '../storage/revisions/revision-entries.ts'
import { writeNodes } from '../storage/revisions/revisions.ts'
import type { Storage } from '../storage/revisions/storage.ts'
import { entries } from '../storage/trees/tree-reads.ts'
import { applyImport } from './apply-import.ts'
import type { ImportsContext } from './context.ts'
import type { ImportBase } from './import-base.ts'
import type { ImportPlan, PlanOptions } from './import-plan.ts'
import type { Mirrored } from './mirror-source.ts'
import { recordSources } from './record-sources.ts'
import type { IdsByPath } from './stable-links.ts'
import { type TextWriter, textWriter } from './text-writer.ts'

/** Texts that are loaded at once. */
const textsAtOnce = 250

type Pages = readonly (readonly [string, PageEntry])[]

/** Reads the source of an import. */
export type ReadImportSource = (options: Omit<PlanOptions, 'field'> & { signal: AbortSignal }) => Promise<ImportPlan>

interface Writing {
  sql: Sql
  deps: ImportsContext['deps']
  read: ReadImportSource
  /** Present for a source that is a whole tree; true if it was imported to the same place before. */
  whole: PlanOptions['whole']
  signal: AbortSignal
}

/** An import that is completely written and that no revision names yet. */
export interface WrittenImport {
  base: ImportBase
  plan: ImportPlan
  /** Problems of the plan and of its application, in words. */
  problems: string[]
  /** Empty of nodes and documents, which are written already. */
  drafted: DraftedRevision
  /** The addresses that pages leave if the import becomes live. */
  left: FormerAddresses
  /** ISO 8601. */
  createdAt: string
}

/**
 * Reads and writes an import in batches, outside of any transaction; the caller has announced the write to the store.
 * An `earlier` plan, for a previous revision of the target, is used again if it still fits.
 */
export async function writeImport(
  writing: Writing,
  base: ImportBase,
  earlier: ImportPlan | undefined,
): Promise<WrittenImport> {
  const { sql, deps, signal } = writing
  const { roots, store } = base.revision
  const createdAt = deps.now().toISOString()
  const texts = textWriter(sql, store)
  const present = await presentOf(base)
  const plan = await planFor(writing, base, texts, { earlier, known: present.known })
  const problems = [...plan.problems]
  const onRemoved = (what: string) =>
    void problems.push(`${what}: the source does not have it any more; it was removed`)
  const mirrored = await mirroredBy(plan, present, { storage: base.storage, onRemoved })
  const parser = deps.inBackground(signal)
  const draft = await applyImport(
    {
      storage: base.storage,
      roots,
      now: createdAt,
      texts,
      parser,
      mirrored,
      onDead: (what) => void problems.push(what),
    },
    placeInPage(base.into, plan),
  )
  const drafted = await draft.finish()
  await texts.flush()
  await writeNodes(sql, store, drafted.nodes)
  const recorded = await withSources(writing, base, { plan, present, texts, roots: drafted.roots })
  const left = await formerAddresses(base.storage, roots, drafted)
  return { base, plan, problems, createdAt, left, drafted: { roots: recorded, nodes: [], documents: new Map() } }
}

/** Records the source of an import that brought all imported pages of the space. */
async function withSources(
  { sql, deps }: Writing,
  { storage, revision: { store }, into }: ImportBase,
  { plan, present, texts, roots }: { plan: ImportPlan; present: Present; texts: TextWriter; roots: Roots },
): Promise<Roots> {
  const isAll = present.known.pages.size === 0 || (plan.mirrors && plan.failures.length === 0)
  if (!plan.sources || into || !isAll) return roots
  const recording = { storage, roots, texts, listingsOf: deps.imports.listingsOf }
  const recorded = await recordSources(recording, plan.sources, plan)
  if (!recorded) return roots
  await texts.flush()
  await writeNodes(sql, store, recorded.nodes)
  return recorded.roots
}

async function planFor(
  { deps, read, signal, whole }: Writing,
  base: ImportBase,
  texts: TextWriter,
  { earlier, known }: { earlier: ImportPlan | undefined; known: IdsByPath },
): Promise<ImportPlan> {
  if (earlier && stillFits(earlier, known)) return earlier
  const { into } = base
  return read({
    storeFile: (name, bytes) => deps.files.save(base.revision.store, name, bytes),
    storeText: texts.add,
    parser: deps.inBackground(signal),
    signal,
    known,
    ...(whole && { whole }),
    ...(into?.page.type === 'document' && { replaces: { id: into.id, title: into.page.title } }),
  })
}

/**
 * Moves a plan into a page. A single document becomes the page's content, and the page keeps its title, location and
 * address; several pages go below the page (docs/interface.md#imports).
 */
function placeInPage(into: ImportBase['into'], plan: ImportPlan): ImportPlan {
  if (!into) return plan
  const { id, page } = into
  const [only] = plan.pages
  if (only?.id === id) {
    const retained = { title: page.title, slug: page.slug, hidden: page.hidden ?? false, parentId: page.parent }
    return { ...plan, pages: [{ ...only, ...retained }] }
  }
  return { ...plan, pages: plan.pages.map((one) => (one.parentId === null ? { ...one, parentId: id } : one)) }
}

/**
 * Returns the part of the space that an import mirrors; undefined for one that is not a later state of what was imported
 * before, and for one that could not be read as a whole: what failed is still in the source.
 */
async function mirroredBy(
  { mirrors, failures }: ImportPlan,
  { known, pages }: Present,
  { storage, onRemoved }: Pick<Mirrored, 'onRemoved'> & { storage: Storage },
): Promise<Mirrored | undefined> {
  if (!mirrors || failures.length > 0) return undefined
  const byHand = pages.flatMap(([, page]) => (page.git ? [] : [page]))
  const covers = byHand.flatMap(({ cover }) => [cover?.ref, cover?.refDark])
  const shown = covers.flatMap((ref) => (ref?.kind === 'file' ? [ref.file] : []))
  return {
    known,
    onRemoved,
    pages: new Map(pages),
    referenced: new Set([...shown, ...(await referencedIds(storage, byHand))]),
  }
}

/** What an import finds at its target: ids of paths that were imported before and keep them, and all pages. */
interface Present {
  known: IdsByPath
  pages: Pages
}

/**
 * Reads what an import finds at its target. An import into a page knows only the pages below that page and the files in
 * their texts, so that it changes nothing elsewhere.
 */
async function presentOf({ revision: { roots }, storage, into }: ImportBase): Promise<Present> {
  const pages = await entries(storage.nodes, roots.pages)
  const files = (await entries(storage.nodes, roots.files)).flatMap(([id, { path }]) =>
    path === undefined ? [] : [[path, id] as const],
  )
  if (!into) {
    const reusableContents = idsByPath(await entries(storage.nodes, roots.reusables))
    return { known: { pages: idsByPath(pages), files: new Map(files), reusableContents }, pages }
  }
  const below = pagesBelow(pages, into.id)
  const referenced = await referencedIds(storage, [into.page, ...below.map(([, page]) => page)])
  const known = {
    pages: idsByPath(below),
    files: new Map(files.filter(([, id]) => referenced.has(id))),
    reusableContents: new Map(),
  }
  return { known, pages: below }
}

const idsByPath = (entries: readonly (readonly [string, { git?: { path: string } }])[]) =>
  new Map(entries.flatMap(([id, { git }]) => (git ? [[git.path, id] as const] : [])))

function pagesBelow(pages: Pages, top: string): Pages {
  const children = Map.groupBy(pages, ([, { parent }]) => parent)
  const found: (readonly [string, PageEntry])[] = []
  let next = children.get(top) ?? []
  while (next.length > 0) {
    found.push(...next)
    next = next.flatMap(([id]) => children.get(id) ?? [])
  }
  return found
}

/** Returns the ids of files and reusable contents that the texts of pages refer to. */
async function referencedIds({ documents }: Storage, pages: PageEntry[]): Promise<Set<string>> {
  const hashes = [...new Set(pages.flatMap(({ document }) => document ?? []))]
  const ids = new Set<string>()
  for (let at = 0; at < hashes.length; at += textsAtOnce)
    for (const markdown of (await documents.load(hashes.slice(at, at + textsAtOnce))).values())
      for (const [, id = ''] of markdown.matchAll(/\/(?:files|reusable-contents)\/([\w-]+)/g)) ids.add(id)
  return ids
}

/** True if a plan also fits another base: no path of the plan has got another id there. */
function stillFits({ pages, files, reusableContents }: ImportPlan, known: IdsByPath): boolean {
  const isSame = (ids: ReadonlyMap<string, string>, { id, gitPath }: { id: string; gitPath?: string }) =>
    gitPath === undefined || (ids.get(gitPath) ?? id) === id
  return (
    pages.every((page) => isSame(known.pages, page)) &&
    files.every((file) => isSame(known.files, file)) &&
    reusableContents.every((content) => isSame(known.reusableContents, content))
  )
}
