import { toDocument } from '@quire/document'
import { DocumentError } from '@quire/document/plain'

/** Characters of a preview. */
const mostShown = 200

/** A part of a document tree, as far as its words are concerned. */
interface TreePart {
  object: string
  key?: string
  nodes?: readonly TreePart[]
  fragments?: readonly TreePart[]
  leaves?: readonly { text: string }[]
}

/** The first words of the block with this key; undefined where the page has none, or is no document. */
export function nodePreview(markdown: string, key: string): string | undefined {
  const block = find(documentOf(markdown), key)
  if (!block) return undefined
  const words = wordsOf(block).replaceAll(/\s+/g, ' ').trim()
  return [...words.slice(0, 2 * mostShown)].slice(0, mostShown).join('')
}

function documentOf(markdown: string): readonly TreePart[] {
  try {
    return toDocument(markdown).nodes
  } catch (error) {
    if (error instanceof DocumentError) return []
    throw error
  }
}

const partsOf = ({ nodes = [], fragments = [] }: TreePart) => [...nodes, ...fragments]

function find(parts: readonly TreePart[], key: string): TreePart | undefined {
  for (const part of parts) {
    const found = part.object === 'block' && part.key === key ? part : find(partsOf(part), key)
    if (found) return found
  }
  return undefined
}

function wordsOf(part: TreePart): string {
  if (part.leaves) return part.leaves.map(({ text }) => text).join('')
  const inside = partsOf(part).map(wordsOf).join('')
  return part.object === 'block' ? `${inside} ` : inside
}
