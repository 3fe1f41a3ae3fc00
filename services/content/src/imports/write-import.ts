import type { Sql } from '../database.ts'
import { type FormerAddresses, formerAddresses } from '../storage/revisions/former-addresses.ts'
import type { DraftedRevision, Roots } from '../storage/revisions/revision-entries.ts'
import { writeNodes } from '../storage/revisions/revisions.ts'
import type { Storage } from '../storage/revisions/storage.ts'
import { applyImport } from './apply-import.ts'
import type { ImportsContext } from './context.ts'
import type { ImportBase } from './import-base.ts'
import type { ImportPlan, PlanOptions } from './import-plan.ts'
import { isOf, type Mirrored } from './mirror-source.ts'
import { formerFiles, type Present, presentOf, referencedIds } from './present-content.ts'
import { recordSources } from './record-sources.ts'
import type { IdsByPath } from './stable-links.ts'
import { type TextWriter, textWriter } from './text-writer.ts'

/** Reads the source of an import. */
export type ReadImportSource = (options: Omit<PlanOptions, 'field'> & { signal: AbortSignal }) => Promise<ImportPlan>

interface Writing {
  sql: Sql
  deps: ImportsContext['deps']
  read: ReadImportSource
  address: PlanOptions['address']
  isWhole: boolean
  /** True if the base is what the source brought before, and nothing else. */
  isOfSource?: boolean
  /** True if the content is to be what the source brings, and nothing else of the base. */
  isAlone?: boolean
  /** True for a source that exports write to. */
  isGivenBack?: boolean
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
  const { sql, deps, signal, isOfSource = false, isAlone = false } = writing
  const { roots, store } = base.revision
  const createdAt = deps.now().toISOString()
  const texts = textWriter(sql, store)
  const present = await presentOf(base)
  const plan = await planFor(writing, base, texts, { ...present, earlier })
  const problems = [...plan.problems]
  const onRemoved = (what: string) =>
    void problems.push(`${what}: the source does not have it any more; it was removed`)
  const mirrored = isAlone
    ? everythingOf(plan, present)
    : await mirroredBy(plan, present, { storage: base.storage, onRemoved })
  const parser = deps.inBackground(signal)
  const draft = await applyImport(
    {
      storage: base.storage,
      roots,
      now: createdAt,
      texts,
      parser,
      mirrored,
      isOfSource,
      onProblem: (what) => void problems.push(what),
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

/** Records the source of an import that brought all imported pages of the space, or that exports write to. */
async function withSources(
  { sql, deps, isGivenBack = false }: Writing,
  { storage, revision: { store }, into }: ImportBase,
  { plan, present, texts, roots }: { plan: ImportPlan; present: Present; texts: TextWriter; roots: Roots },
): Promise<Roots> {
  const mirrored = plan.mirrors === undefined ? 0 : present.knownOf(plan.mirrors).pages.size
  const all = present.known.pages.size
  const isAll = all === 0 || (mirrored === all && plan.failures.length === 0)
  if (!plan.sources || into || !(isAll || isGivenBack)) return roots
  const recording = { storage, roots, texts, listingsOf: deps.imports.listingsOf, isGivenBack }
  const recorded = await recordSources(recording, plan.sources, plan)
  if (!recorded) return roots
  await texts.flush()
  await writeNodes(sql, store, recorded.nodes)
  return recorded.roots
}

async function planFor(
  { deps, read, signal, address, isWhole }: Writing,
  base: ImportBase,
  texts: TextWriter,
  { earlier, known, knownSources, pages }: Present & { earlier: ImportPlan | undefined },
): Promise<ImportPlan> {
  if (earlier && stillFits(earlier, known)) return earlier
  const { into } = base
  return read({
    storeFile: (name, bytes) => deps.files.save(base.revision.store, name, bytes),
    storeText: texts.add,
    parser: deps.inBackground(signal),
    signal,
    known,
    former: formerFiles(base.storage, pages),
    knownSources,
    address,
    isWhole,
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
  present: Present,
  { storage, onRemoved }: Pick<Mirrored, 'onRemoved'> & { storage: Storage },
): Promise<Mirrored | undefined> {
  if (mirrors === undefined || failures.length > 0) return undefined
  const referenced = await referencedByOthers(storage, present, mirrors)
  const pages = new Map(present.pages)
  return { source: mirrors, known: present.knownOf(mirrors), isAlone: false, onRemoved, pages, referenced }
}

/** Returns all of the content, for an import that is to be alone, whatever of it could be read. */
function everythingOf({ source }: ImportPlan, present: Present): Mirrored {
  const itself = (ids: readonly string[]) => new Map(ids.map((id) => [id, id]))
  const known = {
    pages: present.known.pages,
    files: itself(present.fileIds),
    reusableContents: itself(present.reusableContents.map(([id]) => id)),
  }
  const removed = { referenced: new Set<string>(), onRemoved: () => undefined }
  return { source, known, isAlone: true, pages: new Map(present.pages), ...removed }
}

/**
 * Returns the ids of files and reusable contents that pages and contents of others refer to, directly or through a content
 * that they include.
 */
async function referencedByOthers(
  storage: Storage,
  { pages, reusableContents, knownOf }: Present,
  source: string,
): Promise<Set<string>> {
  const others = pages.flatMap(([, page]) => (isOf(source, page) ? [] : [page]))
  const covers = others.flatMap(({ cover }) => [cover?.ref, cover?.refDark])
  const own = new Set(knownOf(source).reusableContents.values())
  const contentsOfOthers = reusableContents.flatMap(([id, content]) => (own.has(id) ? [] : [content]))
  const found = await referencedIds(storage, [...others, ...contentsOfOthers])
  for (const ref of covers) if (ref?.kind === 'file') found.add(ref.file)
  // A content that stays because others include it keeps what it shows.
  const waiting = new Map(reusableContents.filter(([id]) => own.has(id)))
  for (;;) {
    const included = [...waiting].filter(([id]) => found.has(id))
    if (included.length === 0) return found
    for (const [id] of included) waiting.delete(id)
    for (const id of await referencedIds(
      storage,
      included.map(([, content]) => content),
    ))
      found.add(id)
  }
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
