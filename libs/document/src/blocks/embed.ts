import type { RootContent } from 'mdast'
import { z } from 'zod'
import { inPanels } from '../nodes/containers.ts'
import { refOf, safeUrlOf } from '../nodes/content-refs.ts'
import type { Block, VoidBlock } from '../nodes/nodes.ts'
import { flag, text } from '../nodes/shapes.ts'
import type { Element } from '../reading/elements.ts'
import type { Group } from '../reading/groups.ts'
import type { ReadingContext } from '../reading/reading-context.ts'
import { attributesOf, flagsOf } from '../reading/tag-attributes.ts'
import { flagValue } from '../writing/write-tags.ts'
import { captioned, readCaptioned } from './caption.ts'
import { type BlockKind, htmlOfWords } from './kind.ts'

const data = z.object({ url: z.string(), fullWidth: flag, caption: text })

type Embed = VoidBlock<'embed', typeof data>

declare module '../nodes/nodes.ts' {
  interface BlockMap {
    embed: Embed
  }
}

export const embed: BlockKind<'embed'> = {
  data,
  content: 'nothing',
  stands: { current: inPanels.current, next: [...inPanels.next, 'hint'] },
  reads: {
    tags: { embed: (tag, reading) => readEmbed(tag, reading) },
    pairs: { embed: readPair },
    elements: { iframe: readFrame, video: readFrame, audio: readFrame, embed: readFrame },
  },
  sample: '{% embed url="https://www.youtube.com/watch?v=dQw4w9WgXcQ" %}',
  write: writeEmbed,
  html: htmlOfWords,
}

function readEmbed(tag: string, reading: ReadingContext, caption?: string): Embed | undefined {
  // Older exports have the caption in the tag.
  const isFull = reading.edition === 'full'
  const attributes = attributesOf(reading, tag, 'url', 'fullWidth', ...(isFull ? ['caption'] : []))
  const words = caption ?? (isFull ? attributes?.caption : undefined)
  const url = attributes && safeUrlOf(attributes.url)
  const flags = attributes && flagsOf(reading, attributes, 'fullWidth')
  if (!url || !flags) return undefined
  return { object: 'block', type: 'embed', isVoid: true, data: { url, ...flags, ...(words ? { caption: words } : {}) } }
}

function readPair(group: Group, reading: ReadingContext) {
  return readCaptioned(group, reading, (caption) => readEmbed(group.open.value, reading, caption))
}

/** In the full edition, what pages of HTML show in a frame or play. */
function readFrame(element: Element, reading: ReadingContext): Block[] | undefined {
  if (reading.edition !== 'full') return undefined
  const source = element.children.find((piece) => piece.type === 'element' && piece.name === 'source')
  const url = safeUrlOf(
    element.attributes.get('src') ?? (source?.type === 'element' ? source.attributes.get('src') : ''),
  )
  const ref = url === undefined ? undefined : refOf(url, reading.refs)
  if (ref?.kind === 'file') return [{ object: 'block', type: 'file', isVoid: true, data: { ref } }]
  const address = url?.startsWith('//') ? `https:${url}` : url
  return address === undefined ? undefined : [{ object: 'block', type: 'embed', isVoid: true, data: { url: address } }]
}

function writeEmbed({ data: { url, fullWidth, caption } }: Embed): RootContent[] {
  return captioned('embed', { url, fullWidth: flagValue(fullWidth) }, url, caption)
}
