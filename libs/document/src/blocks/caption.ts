import type { RootContent } from 'mdast'
import { textOf } from '../markdown/readable-text.ts'
import { isSafeUrl } from '../markdown/urls.ts'
import { squeezed } from '../markdown/white-space.ts'
import type { Group } from '../reading/groups.ts'
import { around, tag } from '../writing/write-tags.ts'

/** The caption inside a pair of tags, which is one line of plain words; empty for none, undefined for anything else. */
export function readCaption({ children }: Group): string | undefined {
  const [paragraph, ...others] = children
  if (!paragraph) return ''
  const plain = paragraph.type === 'paragraph' && paragraph.children.every(({ type }) => type === 'text')
  return plain && others.length === 0 ? squeezed(textOf(paragraph)) : undefined
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
