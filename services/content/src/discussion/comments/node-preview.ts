import { toDocument } from '@quire/document'
import { DocumentError } from '@quire/document/plain'

/** Characters of a preview. */
const maxCharacters = 200

/** A part of a document tree, reduced to its text. */
interface TreePart {
  object: string
  key?: string
  nodes?: readonly TreePart[]
  fragments?: readonly TreePart[]
  leaves?: readonly { text: string }[]
}

/** Returns the first words of the block with this key; undefined if the page has no such block or is no document. */
export function nodePreview(markdown: string, key: string): string | undefined {
  const block = find(documentOf(markdown), key)
  if (!block) return undefined
  const text = textIn(block).replaceAll(/\s+/g, ' ').trim()
  return [...text.slice(0, 2 * maxCharacters)].slice(0, maxCharacters).join('')
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

function textIn(part: TreePart): string {
  if (part.leaves) return part.leaves.map(({ text }) => text).join('')
  const inside = partsOf(part).map(textIn).join('')
  return part.object === 'block' ? `${inside} ` : inside
}
