import type { RootContent } from 'mdast'
import { textOf } from '../markdown/readable-text.ts'
import { isSafeUrl } from '../markdown/urls.ts'
import { squeezed } from '../markdown/white-space.ts'
import { safeUrlOf } from '../nodes/content-refs.ts'
import type { Block } from '../nodes/nodes.ts'
import type { GroupedContent } from '../reading/groups.ts'
import type { ReadingContext } from '../reading/reading-context.ts'

type Link = { label: string; url: string }

/**
 * The link that a pair of tags holds for readers that do not know the tags. Only a link that differs from the expected
 * one is stored. Undefined where there is anything else.
 */
function fallbackOf(children: readonly GroupedContent[], expected: Link): { fallback?: Link } | undefined {
  const [paragraph, ...others] = children
  if (!paragraph) return {}
  if (paragraph.type !== 'paragraph' || others.length > 0) return undefined
  const [link, ...more] = paragraph.children
  if (link?.type !== 'link' || link.title || more.length > 0) return undefined
  if (!link.children.every(({ type }) => type === 'text') || safeUrlOf(link.url) === undefined) return undefined
  const label = squeezed(textOf(link))
  return label === expected.label && link.url === expected.url ? {} : { fallback: { label, url: link.url } }
}

/**
 * A block with the link that its pair of tags holds. In the full edition, whatever else is in the pair follows as blocks;
 * in the others there is no block then.
 */
export function withFallback<Node extends Block>(
  children: readonly GroupedContent[],
  expected: Link,
  reading: ReadingContext,
  block: (fallback: { fallback?: Link }) => Node,
): Node | Block[] | undefined {
  const fallback = fallbackOf(children, expected)
  if (fallback) return block(fallback)
  if (reading.edition !== 'full') return undefined
  const [first, ...others] = children
  const own = first && fallbackOf([first], expected)
  return [block(own ?? {}), ...reading.grouped(own ? others : children, 'document', reading)]
}

/** The paragraph of such a link; its label alone where the address could run a script. */
export function writeFallback({ label, url }: Link): RootContent[] {
  const text = { type: 'text' as const, value: label }
  return [{ type: 'paragraph', children: isSafeUrl(url) ? [{ type: 'link', url, children: [text] }] : [text] }]
}
