import type { RootContent } from 'mdast'
import { z } from 'zod'
import { inPanels } from '../nodes/containers.ts'
import { refOf, urlOf } from '../nodes/content-refs.ts'
import type { VoidBlock } from '../nodes/nodes.ts'
import { FileRef, text } from '../nodes/shapes.ts'
import type { Group } from '../reading/groups.ts'
import type { ReadingContext } from '../reading/reading-context.ts'
import { attributesOf } from '../reading/tag-attributes.ts'
import type { WritingContext } from '../writing/writing-context.ts'
import { captioned, readCaptioned } from './caption.ts'
import { type BlockKind, htmlOfWords } from './kind.ts'

const data = z.object({ ref: FileRef, caption: text })

type File = VoidBlock<'file', typeof data>

declare module '../nodes/nodes.ts' {
  interface BlockMap {
    file: File
  }
}

export const file: BlockKind<'file'> = {
  data,
  content: 'nothing',
  stands: { current: inPanels.current, next: [...inPanels.next, 'expandable-body'] },
  reads: { tags: { file: (tag, reading) => readFile(tag, reading) }, pairs: { file: readPair } },
  sample: '{% file src="/files/f1" %}\nfile caption\n{% endfile %}',
  write: writeFile,
  html: htmlOfWords,
}

function readFile(tag: string, reading: ReadingContext, caption?: string): File | undefined {
  // Older exports have the caption in the tag.
  const isFull = reading.edition === 'full'
  const attributes = attributesOf(reading, tag, 'src', ...(isFull ? ['caption'] : []))
  const words = caption ?? (isFull ? attributes?.caption : undefined)
  const ref = attributes && refOf(attributes.src ?? '', reading.refs)
  if (ref?.kind !== 'file') return undefined
  return { object: 'block', type: 'file', isVoid: true, data: { ref, ...(words ? { caption: words } : {}) } }
}

function readPair(group: Group, reading: ReadingContext) {
  return readCaptioned(group, reading, (caption) => readFile(group.open.value, reading, caption))
}

function writeFile({ data: { ref, caption } }: File, { refs }: WritingContext): RootContent[] {
  const src = urlOf(ref, refs)
  return captioned('file', { src }, src, caption)
}
