import type { RootContent } from 'mdast'
import { z } from 'zod'
import { readBlockTag } from '../markdown/block-tags.ts'
import { isSafeUrl } from '../markdown/urls.ts'
import { refOf, safeUrlOf, urlOf } from '../nodes/content-refs.ts'
import type { VoidBlock } from '../nodes/nodes.ts'
import { ReusableContentRef } from '../nodes/shapes.ts'
import type { ReadingContext } from '../reading/reading-context.ts'
import { closingApart } from '../writing/write-tags.ts'
import type { WritingContext } from '../writing/writing-context.ts'
import { type BlockKind, htmlOfWords } from './kind.ts'

const data = z.object({ ref: ReusableContentRef })

type ReusableContent = VoidBlock<'reusable-content', typeof data>

declare module '../nodes/nodes.ts' {
  interface BlockMap {
    'reusable-content': ReusableContent
  }
}

export const reusableContent: BlockKind<'reusable-content'> = {
  data,
  content: 'nothing',
  stands: { current: ['document', 'expandable-body', 'cell'], next: [] },
  reads: { tags: { include: readInclude } },
  sample: '{% include "/reusable-contents/r1" %}',
  write: writeInclude,
  html: htmlOfWords,
}

/** Content of another place by its address; the reference holds the address itself until the content is known. */
function readInclude(tag: string, { refs, edition }: ReadingContext): ReusableContent | undefined {
  const address =
    edition === 'full' ? readBlockTag(tag).attributes.find(({ name }) => name === 'include')?.value : quotedIn(tag)
  const url = safeUrlOf(address)
  if (!url) return undefined
  const known = refOf(url, refs)
  const ref = known?.kind === 'reusable-content' ? known : { kind: 'reusable-content' as const, reusableContent: url }
  return { object: 'block', type: 'reusable-content', isVoid: true, data: { ref } }
}

const quotedIn = (tag: string) =>
  /^\{%[ \t]*include[ \t]+(?:"([^"]+)"|'([^']+)')[ \t]*%\}$/.exec(tag)?.slice(1).find(Boolean)

/** An address that could run a script removes the block. */
function writeInclude({ data: { ref } }: ReusableContent, { refs }: WritingContext): RootContent[] {
  const url = closingApart(urlOf(ref, refs).replace(/["\r\n]+/g, ' '))
  return url && isSafeUrl(url) ? [{ type: 'blockTag', value: `{% include "${url}" %}` }] : []
}
