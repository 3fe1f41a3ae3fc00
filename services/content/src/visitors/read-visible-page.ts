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
  const { json, isForAll } = await treeJson({ ...context, edition }, open.storage, page, evaluation)
  const references = referencesIn([page.cover, page.target])
  addReferences(json, references)
  const reusables = await includedTexts({ ...context, evaluation }, open, references)
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
