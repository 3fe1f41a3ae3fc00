import type { Sql } from '../database.ts'
import type { DraftedRevision, PageEntry } from '../storage/revisions/revision-entries.ts'
import { writeNodes } from '../storage/revisions/revisions.ts'
import type { Storage } from '../storage/revisions/storage.ts'
import { entries } from '../storage/trees/tree-reads.ts'
import { applyImport } from './apply-import.ts'
import type { ImportsContext } from './context.ts'
import type { ImportBase } from './import-base.ts'
import type { ImportPlan, PlanOptions } from './import-plan.ts'
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
  signal: AbortSignal
}

/** An import that is completely written and that no revision names yet. */
export interface WrittenImport {
  base: ImportBase
  plan: ImportPlan
  /** Empty of nodes and documents, which are written already. */
  drafted: DraftedRevision
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
  const plan = await planFor(writing, base, texts, earlier)
  const parser = deps.inBackground(signal)
  const draft = await applyImport(
    { storage: base.storage, roots, now: createdAt, texts, parser },
    placeInPage(base.into, plan),
  )
  const drafted = await draft.finish()
  await texts.flush()
  await writeNodes(sql, store, drafted.nodes)
  return { base, plan, createdAt, drafted: { roots: drafted.roots, nodes: [], documents: new Map() } }
}

async function planFor(
  { deps, read, signal }: Writing,
  base: ImportBase,
  texts: TextWriter,
  earlier: ImportPlan | undefined,
): Promise<ImportPlan> {
  const known = await knownIds(base)
  if (earlier && stillFits(earlier, known)) return earlier
  const { into } = base
  return read({
    storeFile: (name, bytes) => deps.files.save(base.revision.store, name, bytes),
    storeText: texts.add,
    parser: deps.inBackground(signal),
    signal,
    known,
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
 * Returns the ids of paths that were imported before and keep their ids. An import into a page knows only the pages
 * below that page and the files in their texts, so that it changes nothing elsewhere.
 */
async function knownIds({ revision: { roots }, storage, into }: ImportBase): Promise<IdsByPath> {
  const pages = await entries(storage.nodes, roots.pages)
  const files = (await entries(storage.nodes, roots.files)).flatMap(([id, { path }]) =>
    path === undefined ? [] : [[path, id] as const],
  )
  if (!into) {
    const reusableContents = idsByPath(await entries(storage.nodes, roots.reusables))
    return { pages: idsByPath(pages), files: new Map(files), reusableContents }
  }
  const below = pagesBelow(pages, into.id)
  const referenced = await referencedFiles(storage, [into.page, ...below.map(([, page]) => page)])
  return {
    pages: idsByPath(below),
    files: new Map(files.filter(([, id]) => referenced.has(id))),
    reusableContents: new Map(),
  }
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

/** Returns the ids of files that the texts of pages refer to. */
async function referencedFiles({ documents }: Storage, pages: PageEntry[]): Promise<Set<string>> {
  const hashes = [...new Set(pages.flatMap(({ document }) => document ?? []))]
  const ids = new Set<string>()
  for (let at = 0; at < hashes.length; at += textsAtOnce)
    for (const markdown of (await documents.load(hashes.slice(at, at + textsAtOnce))).values())
      for (const [, id = ''] of markdown.matchAll(/\/files\/([\w-]+)/g)) ids.add(id)
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
