import { hash } from 'node:crypto'
import type { Edition, Evaluation, JSONDocument } from '@quire/document'
import { isConditional, mayHaveComments } from '@quire/document/plain'
import { cachedJson, ownBytes } from '@quire/kit'
import { markdownOf } from '../storage/revisions/revision-reads.ts'
import type { Storage } from '../storage/revisions/storage.ts'
import type { PagesContext } from './context.ts'
import { evaluatedText, presentDocument, presentReadable, readableText } from './text-conversion.ts'

/** Trees being derived, so that concurrent readers of a new text share one derivation. */
const pendingTrees = new Map<string, Promise<Buffer>>()

/**
 * `edition` limits the tree to the blocks that the edition knows; absent for the blocks that every API client knows.
 */
type TreeContext = Pick<PagesContext, 'deps' | 'parser'> & { edition?: Edition }
type Written = { document: string | null }

/**
 * Returns the document tree of a stored text. The tree is derived once and cached as JSON by the hash of the text, so a
 * cached tree costs about as much as the markdown. With an `evaluation` it is the tree for one caller, which callers
 * with an equal evaluation share. Throws 409 if the text is too large for a tree, except in the edition `full`.
 */
export const documentTree = async (...request: Parameters<typeof treeJson>): Promise<JSONDocument> =>
  cachedJson((await treeJson(...request)).json)

/**
 * Returns the tree as JSON, for callers that inspect it. `isForAll` is true if the tree is the same for all callers.
 */
export async function treeJson(
  context: TreeContext,
  storage: Storage,
  written: Written,
  requested?: Evaluation,
): Promise<{ json: Buffer; isForAll: boolean }> {
  const { parser, edition = 'current' } = context
  // The edition `full` is read to make pages only, which show no comments.
  const evaluation = edition === 'full' ? withComments(requested) : requested
  const key = `${edition} ${written.document ?? ''}`
  const present = async (markdown: string, isEvaluated = false): Promise<DerivedTree> => ({
    document: await (edition === 'full'
      ? presentReadable(parser, markdown, isEvaluated)
      : presentDocument(parser, markdown, edition)),
    isConditional: isConditional(markdown),
    mayHaveComments: mayHaveComments(markdown),
  })
  const plain = await cachedTree(context, key, async () => present(await markdownOf(storage, written)))
  const isForAll = !conditionalTrees.has(plain)
  if (!evaluation || (isForAll && !(evaluation.omitsComments && commentedTrees.has(plain))))
    return { json: plain, isForAll }
  const reader = isForAll ? 'without comments' : hash('sha256', JSON.stringify(evaluation), 'base64url')
  const evaluate = edition === 'full' ? readableText : evaluatedText
  const json = await cachedTree(context, `${key} ${reader}`, async () =>
    present(await evaluate(parser, await markdownOf(storage, written), evaluation), true),
  )
  return { json, isForAll }
}

/** Readers of what is published and authors share such a tree where they see the same conditional content. */
function withComments(evaluation: Evaluation | undefined): Evaluation | undefined {
  if (!evaluation) return undefined
  const { omitsComments, ...rest } = evaluation
  return rest
}

interface DerivedTree {
  document: JSONDocument
  /** True if the markdown has a condition or an expression. A tree may have dropped its tags, as those in comments. */
  isConditional: boolean
  mayHaveComments: boolean
}

/** Hold the trees of conditional texts, and of those with comments, as long as these are cached. */
const conditionalTrees = new WeakSet<Buffer>()
const commentedTrees = new WeakSet<Buffer>()

/** Returns the cached tree of a key; derives it if there is none. */
async function cachedTree({ deps }: TreeContext, key: string, derive: () => Promise<DerivedTree>): Promise<Buffer> {
  const { trees } = deps.caches
  const known = trees.get(key) ?? (await pendingTrees.get(key)?.catch(() => undefined))
  if (known) return known
  // If the shared derivation fails, each waiting caller derives the tree itself.
  const deriving = derive().then(({ document, isConditional, mayHaveComments }) => {
    const json = ownBytes(JSON.stringify(document))
    if (isConditional) conditionalTrees.add(json)
    if (mayHaveComments) commentedTrees.add(json)
    return json
  })
  pendingTrees.set(key, deriving)
  try {
    const json = await deriving
    trees.set(key, json)
    return json
  } finally {
    if (pendingTrees.get(key) === deriving) pendingTrees.delete(key)
  }
}
