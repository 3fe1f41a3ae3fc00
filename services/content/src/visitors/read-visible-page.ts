import type { Edition, Evaluation, JSONDocument } from '@quire/document'
import { cachedJson } from '@quire/kit'
import { treeJson } from '../pages/document-trees.ts'
import type { OpenRevision } from '../pages/open-revision.ts'
import { type ContentCaller, evaluationFor } from '../pages/page-visibility.ts'
import type { PageEntry } from '../storage/revisions/revision-entries.ts'
import { getMany } from '../storage/trees/tree-reads.ts'
import type { VisitorsContext } from './context.ts'
import { addReferences, referencesIn, type TextReferences } from './text-references.ts'

type Context = Pick<VisitorsContext, 'deps' | 'parser'>

/** Texts that one page may include, directly or through other texts. */
const maxReusables = 50
/** Published pages have every kind of block in every container. */
const edition: Edition = 'full'

/** Reads a page as it is visible to a visitor: the document, the texts that it includes, and the references of all. */
export async function readVisiblePage(context: Context, open: OpenRevision, page: PageEntry, visitor: ContentCaller) {
  const evaluation = evaluationFor(visitor, 'true', page)
  const tree = await treeJson({ ...context, edition }, open.storage, page, evaluation)
  return readIncludedTexts({ ...context, evaluation }, open, tree, [page.cover, page.target])
}

/** Reads a stored text as its authors see it, with its conditions; `edition` has every kind of block. */
export const writtenTree = (context: Context, { storage }: OpenRevision, written: Pick<PageEntry, 'document'>) =>
  treeJson({ ...context, edition }, storage, written)

/** A document tree as JSON; `isForAll` is false if it differs between visitors. */
interface TextTree {
  json: Buffer
  isForAll: boolean
}

/**
 * Reads the texts that a document includes, and collects the references of all of them. `others` are further references
 * of the page, such as that of its cover.
 */
export async function readIncludedTexts(
  context: Context & { evaluation: Evaluation | undefined },
  open: OpenRevision,
  { json, isForAll }: TextTree,
  others: unknown[],
) {
  const references = referencesIn(others)
  addReferences(json, references)
  const reusables = await includedTexts(context, open, references)
  return {
    document: cachedJson<JSONDocument>(json),
    references,
    ...reusables,
    isForAll: isForAll && reusables.areForAll,
  }
}

/**
 * Reads the included texts, and those that these include, evaluated as a part of the page; adds their references to
 * `references`.
 */
async function includedTexts(
  context: Context & { evaluation: Evaluation | undefined },
  { storage, revision }: OpenRevision,
  references: TextReferences,
) {
  const reusables = new Map<string, JSONDocument>()
  let areForAll = true
  const requested = new Set<string>()
  for (;;) {
    const wanted = [...references.reusables].filter((id) => !requested.has(id)).slice(0, maxReusables - requested.size)
    if (wanted.length === 0) return { reusables, areForAll }
    for (const id of wanted) requested.add(id)
    for (const [id, entry] of await getMany(storage.nodes, revision.roots.reusables, wanted)) {
      const { json, isForAll } = await treeJson({ ...context, edition }, storage, entry, context.evaluation)
      reusables.set(id, cachedJson(json))
      areForAll &&= isForAll
      addReferences(json, references)
    }
  }
}
