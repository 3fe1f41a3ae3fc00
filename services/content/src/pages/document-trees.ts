import type { JSONDocument } from '@quire/document'
import { keptJson } from '@quire/kit'
import type { ContentContext } from '../context.ts'
import { markdownOf } from '../revisions/reader.ts'
import type { Storage } from '../revisions/storage.ts'
import { presentDocument } from './bodies.ts'

/** What is being derived, so that many readers of a new text wait for one of them. */
const underWay = new Map<string, Promise<Buffer>>()

/**
 * The document tree of a kept text. It is derived once and kept as JSON by the text's hash: for readers and renderers it
 * then costs about what the markdown does. 409 where the text is too large for a tree.
 */
export async function documentTree(
  context: Pick<ContentContext, 'deps' | 'parser'>,
  storage: Storage,
  written: { document: string | null },
): Promise<JSONDocument> {
  const { trees } = context.deps.caches
  const hash = written.document ?? ''
  const known = trees.get(hash) ?? (await underWay.get(hash)?.catch(() => undefined))
  if (known) return keptJson(known)
  // Where the one who derives it gives up, each of the others goes on for itself.
  const deriving = derive(context, storage, written)
  underWay.set(hash, deriving)
  try {
    const json = await deriving
    trees.set(hash, json)
    return keptJson(json)
  } finally {
    if (underWay.get(hash) === deriving) underWay.delete(hash)
  }
}

async function derive(
  { parser }: Pick<ContentContext, 'parser'>,
  storage: Storage,
  written: { document: string | null },
) {
  return Buffer.from(JSON.stringify(await presentDocument(parser, await markdownOf(storage, written))))
}
