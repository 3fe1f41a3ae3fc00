import { hash } from 'node:crypto'
import type { Edition, Evaluation, JSONDocument } from '@quire/document'
import { keptJson } from '@quire/kit'
import type { ContentContext } from '../context.ts'
import { markdownOf } from '../revisions/reader.ts'
import type { Storage } from '../revisions/storage.ts'
import { evaluatedText, presentDocument } from './bodies.ts'

/** What is being derived, so that many readers of a new text wait for one of them. */
const underWay = new Map<string, Promise<Buffer>>()

/** Of an `edition` the tree has the blocks that it knows; absent: those that every client of the interface knows. */
type TreeContext = Pick<ContentContext, 'deps' | 'parser'> & { edition?: Edition }
type Written = { document: string | null }

/**
 * The document tree of a kept text. It is derived once and kept as JSON by the text's hash: for readers and renderers it
 * then costs about what the markdown does. With an `evaluation` it is the tree for one reader, which all readers share
 * for whom it is evaluated in the same way. 409 where the text is too large for a tree.
 */
export const documentTree = async (...asked: Parameters<typeof treeJson>): Promise<JSONDocument> =>
  keptJson((await treeJson(...asked)).json)

/** The same as JSON, for who looks into it, since the other has no properties; and whether all readers have the same. */
export async function treeJson(
  context: TreeContext,
  storage: Storage,
  written: Written,
  evaluation?: Evaluation,
): Promise<{ json: Buffer; isForAll: boolean }> {
  const { parser, edition = 'current' } = context
  const key = `${edition} ${written.document ?? ''}`
  const plain = await keptTree(context, key, async () =>
    presentDocument(parser, await markdownOf(storage, written), edition),
  )
  if (!isConditional(plain)) return { json: plain, isForAll: true }
  if (!evaluation) return { json: plain, isForAll: false }
  const reader = hash('sha256', JSON.stringify(evaluation), 'base64url')
  const json = await keptTree(context, `${key} ${reader}`, async () =>
    presentDocument(parser, await evaluatedText(parser, await markdownOf(storage, written), evaluation), edition),
  )
  return { json, isForAll: false }
}

/** Of conditions a tree has the expression, or that there are block tags, which it keeps as they were written. */
const isConditional = (json: Buffer) => json.includes('{%') || json.includes('expression')

/** The tree that is kept by a key, derived where there is none yet. */
async function keptTree({ deps }: TreeContext, key: string, derive: () => Promise<JSONDocument>): Promise<Buffer> {
  const { trees } = deps.caches
  const known = trees.get(key) ?? (await underWay.get(key)?.catch(() => undefined))
  if (known) return known
  // Where the one who derives it gives up, each of the others goes on for itself.
  const deriving = derive().then((document) => Buffer.from(JSON.stringify(document)))
  underWay.set(key, deriving)
  try {
    const json = await deriving
    trees.set(key, json)
    return json
  } finally {
    if (underWay.get(key) === deriving) underWay.delete(key)
  }
}
