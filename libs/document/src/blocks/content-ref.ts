import type { RootContent } from 'mdast'
import { z } from 'zod'
import { isSafeUrl } from '../markdown/urls.ts'
import { inPanels } from '../nodes/containers.ts'
import { refOf, urlOf } from '../nodes/content-refs.ts'
import type { Block, VoidBlock } from '../nodes/nodes.ts'
import { ContentRef, fallback } from '../nodes/shapes.ts'
import type { Group } from '../reading/groups.ts'
import type { ReadingContext } from '../reading/reading-context.ts'
import { attributesOf } from '../reading/tag-attributes.ts'
import { around } from '../writing/write-tags.ts'
import type { WritingContext } from '../writing/writing-context.ts'
import { withFallback, writeFallback } from './fallback.ts'
import { type BlockKind, htmlOfWords } from './kind.ts'

const data = z.object({ ref: ContentRef, fallback })

type ContentRefBlock = VoidBlock<'content-ref', typeof data>

declare module '../nodes/nodes.ts' {
  interface BlockMap {
    'content-ref': ContentRefBlock
  }
}

export const contentRef: BlockKind<'content-ref'> = {
  data,
  content: 'nothing',
  stands: inPanels,
  reads: { pairs: { 'content-ref': readContentRef }, single: ['content-ref'] },
  sample: '{% content-ref url="https://e.x/ref" %}\n[words](https://e.x/ref)\n{% endcontent-ref %}',
  write: writeContentRef,
  html: htmlOfWords,
}

function readContentRef({ open, children }: Group, reading: ReadingContext): ContentRefBlock | Block[] | undefined {
  const url = attributesOf(reading, open.value, 'url')?.url
  const ref = url === undefined ? undefined : refOf(url, reading.refs)
  if (url === undefined || !ref) return undefined
  return withFallback(children, { label: url, url }, reading, (fallback) => ({
    ...{ object: 'block', type: 'content-ref', isVoid: true, data: { ref, ...fallback } },
  }))
}

/** An address that could run a script removes the block. */
function writeContentRef({ data: { ref, fallback } }: ContentRefBlock, { refs }: WritingContext): RootContent[] {
  const url = urlOf(ref, refs)
  return isSafeUrl(url) ? around('content-ref', { url }, writeFallback(fallback ?? { label: url, url })) : []
}
