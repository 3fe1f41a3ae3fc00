import type { RootContent } from 'mdast'
import { textOf } from '../markdown/readable-text.ts'
import { isSafeUrl } from '../markdown/urls.ts'
import { squeezed } from '../markdown/white-space.ts'
import type { Block } from '../nodes/nodes.ts'
import type { Group } from '../reading/groups.ts'
import type { ReadingContext } from '../reading/reading-context.ts'
import { around, tag } from '../writing/write-tags.ts'

/** The caption inside a pair of tags, which is one line of plain words; empty for none, undefined for anything else. */
function readCaption({ children }: Group): string | undefined {
  const [paragraph, ...others] = children
  if (!paragraph) return ''
  const plain = paragraph.type === 'paragraph' && paragraph.children.every(({ type }) => type === 'text')
  return plain && others.length === 0 ? squeezed(textOf(paragraph)) : undefined
}

/**
 * A block with what is in its pair of tags: as its caption, or, in the full edition, as blocks behind it where that is
 * more than a line of plain words. `read` is given the caption.
 */
export function readCaptioned<Node extends Block>(
  group: Group,
  reading: ReadingContext,
  read: (caption: string | undefined) => Node | undefined,
): Node | Block[] | undefined {
  const caption = readCaption(group)
  if (caption !== undefined) return read(caption || undefined)
  const block = reading.edition === 'full' ? read(undefined) : undefined
  return block && [block, ...reading.grouped(group.children, 'document', reading)]
}

/** A tag, with its closing one where there is a caption. Without an address that is safe to follow the caption remains. */
export function captioned(
  name: string,
  attributes: { [name: string]: string | undefined },
  url: string,
  caption: string | undefined,
): RootContent[] {
  const words: RootContent[] = caption ? [{ type: 'paragraph', children: [{ type: 'text', value: caption }] }] : []
  if (url === '' || !isSafeUrl(url)) return words
  return caption ? around(name, attributes, words) : [tag(name, attributes)]
}
