import { hash } from 'node:crypto'
import type { Evaluation, JSONDocument } from '@quire/document'
import { keptJson } from '@quire/kit'
import type { ContentContext } from '../context.ts'
import { markdownOf } from '../revisions/reader.ts'
import type { Storage } from '../revisions/storage.ts'
import { evaluatedText, presentDocument } from './bodies.ts'

/** What is being derived, so that many readers of a new text wait for one of them. */
const underWay = new Map<string, Promise<Buffer>>()

type TreeContext = Pick<ContentContext, 'deps' | 'parser'>
type Written = { document: string | null }

/**
 * The document tree of a kept text. It is derived once and kept as JSON by the text's hash: for readers and renderers it
 * then costs about what the markdown does. With an `evaluation` it is the tree for one reader, which all readers share
 * for whom it is evaluated in the same way. 409 where the text is too large for a tree.
 */
export async function documentTree(
  context: TreeContext,
  storage: Storage,
  written: Written,
  evaluation?: Evaluation,
): Promise<JSONDocument> {
  const { parser } = context
  const key = written.document ?? ''
  const plain = await keptTree(context, key, async () => presentDocument(parser, await markdownOf(storage, written)))
  if (!evaluation || !isConditional(plain)) return keptJson(plain)
  const reader = hash('sha256', JSON.stringify(evaluation), 'base64url')
  const own = await keptTree(context, `${key} ${reader}`, async () =>
    presentDocument(parser, await evaluatedText(parser, await markdownOf(storage, written), evaluation)),
  )
  return keptJson(own)
}

/** A tree says of conditions only that there are block tags, which it keeps as they were written. */
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
