import type { Edition, Evaluation, JSONDocument } from '@quire/document'
import { keptJson } from '@quire/kit'
import type { ContentContext } from '../context.ts'
import { treeJson } from '../pages/document-trees.ts'
import type { OpenRevision } from '../pages/history.ts'
import { evaluationFor, type Reader } from '../pages/readers.ts'
import type { PageEntry } from '../revisions/entries.ts'
import { getMany } from '../trees/read.ts'
import { addReferred, type Referred, referredIn } from './referred.ts'

type Context = Pick<ContentContext, 'deps' | 'parser'>

/** Texts that one page may include, those that they include counted too. */
const mostReusables = 50
/** Pages show every block that there is. */
const edition: Edition = 'next'

/** A document with the texts that it includes, and what all of them refer to, as the visitor is shown them. */
export async function readAs(context: Context, open: OpenRevision, page: PageEntry, visitor: Reader) {
  const evaluation = evaluationFor(visitor, 'true', page)
  const { json, isForAll } = await treeJson({ ...context, edition }, open.storage, page, evaluation)
  const referred = referredIn([page.cover, page.target])
  addReferred(json, referred)
  const reusables = await includedTexts({ ...context, evaluation }, open, referred)
  return { document: keptJson<JSONDocument>(json), referred, ...reusables, isForAll: isForAll && reusables.areForAll }
}

/**
 * The texts that are included, and those that these include, evaluated as a part of the page; what they refer to is added
 * to `referred`.
 */
async function includedTexts(
  context: Context & { evaluation: Evaluation | undefined },
  { storage, revision }: OpenRevision,
  referred: Referred,
) {
  const reusables = new Map<string, JSONDocument>()
  let areForAll = true
  const asked = new Set<string>()
  for (;;) {
    const wanted = [...referred.reusables].filter((id) => !asked.has(id)).slice(0, mostReusables - asked.size)
    if (wanted.length === 0) return { reusables, areForAll }
    for (const id of wanted) asked.add(id)
    for (const [id, entry] of await getMany(storage.nodes, revision.roots.reusables, wanted)) {
      const { json, isForAll } = await treeJson({ ...context, edition }, storage, entry, context.evaluation)
      reusables.set(id, keptJson(json))
      areForAll &&= isForAll
      addReferred(json, referred)
    }
  }
}
