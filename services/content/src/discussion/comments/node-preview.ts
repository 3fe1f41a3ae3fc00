import { type Edition, toDocument } from '@quire/document'
import { DocumentError } from '@quire/document/plain'

/** Characters of a preview. */
const maxCharacters = 200

/** A part of a document tree, reduced to its text. */
interface TreePart {
  object: string
  key?: string
  data?: object | undefined
  nodes?: readonly TreePart[]
  fragments?: readonly TreePart[]
  leaves?: readonly { text: string }[]
}

/**
 * Returns the first words of the block with this key; undefined if the page has no such block or is no document. Readers
 * see the full edition of a page, clients of the interface the current one.
 */
export function nodePreview(markdown: string, key: string): string | undefined {
  const block = find(documentOf(markdown, 'full'), key) ?? find(documentOf(markdown, 'current'), key)
  if (!block) return undefined
  const text = textIn(block).replaceAll(/\s+/g, ' ').trim()
  return [...text.slice(0, 2 * maxCharacters)].slice(0, maxCharacters).join('')
}

function documentOf(markdown: string, edition: Edition): readonly TreePart[] {
  try {
    return toDocument(markdown, {}, edition).nodes
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
  const inside = partsOf(part).map(textIn).join('') || nameOf(part)
  return part.object === 'block' ? `${inside} ` : inside
}

/** Names a part without text: a picture by its alternative text, a formula by what it is written as. */
function nameOf({ data = {} }: TreePart): string {
  if ('alt' in data && typeof data.alt === 'string') return data.alt
  return 'formula' in data && typeof data.formula === 'string' ? data.formula : ''
}
