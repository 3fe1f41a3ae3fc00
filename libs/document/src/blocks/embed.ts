import type { RootContent } from 'mdast'
import { z } from 'zod'
import { inPanels } from '../nodes/containers.ts'
import { safeUrlOf } from '../nodes/content-refs.ts'
import type { VoidBlock } from '../nodes/nodes.ts'
import { flag, text } from '../nodes/shapes.ts'
import type { Group } from '../reading/groups.ts'
import type { ReadingContext } from '../reading/reading-context.ts'
import { attributesOf, flagsOf } from '../reading/tag-attributes.ts'
import { flagValue } from '../writing/write-tags.ts'
import { captioned, readCaption } from './caption.ts'
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
  reads: { tags: { embed: (tag, reading) => readEmbed(tag, reading) }, pairs: { embed: readCaptioned } },
  sample: '{% embed url="https://www.youtube.com/watch?v=dQw4w9WgXcQ" %}',
  write: writeEmbed,
  html: htmlOfWords,
}

function readEmbed(tag: string, reading: ReadingContext, caption?: string): Embed | undefined {
  const attributes = attributesOf(reading, tag, 'url', 'fullWidth')
  const url = attributes && safeUrlOf(attributes.url)
  const flags = attributes && flagsOf(reading, attributes, 'fullWidth')
  if (!url || !flags) return undefined
  return { object: 'block', type: 'embed', isVoid: true, data: { url, ...flags, ...(caption ? { caption } : {}) } }
}

function readCaptioned(group: Group, reading: ReadingContext): Embed | undefined {
  const caption = readCaption(group)
  return caption === undefined ? undefined : readEmbed(group.open.value, reading, caption)
}

function writeEmbed({ data: { url, fullWidth, caption } }: Embed): RootContent[] {
  return captioned('embed', { url, fullWidth: flagValue(fullWidth) }, url, caption)
}
