import GithubSlugger, { slug } from 'github-slugger'
import type { Heading } from 'mdast'
import { htmlTags } from './html.ts'
import { textOf } from './readable-text.ts'

/**
 * Gives each heading of one page its anchor: the one written in it, else its words, else `section`. Repeated anchors
 * get -1, -2. An anchor is never empty: the empty one is the introduction's.
 */
export function anchors(): (heading: Heading) => string {
  const slugger = new GithubSlugger()
  return (heading) => {
    const written = writtenAnchor(heading)
    const words = written ?? titleOf(heading)
    return slugger.slug(slug(words) === '' ? 'section' : words, written !== undefined)
  }
}

/** The anchor that `<a id="name"></a>` sets inside a heading. */
function writtenAnchor(heading: Heading): string | undefined {
  const html = heading.children.filter((node) => node.type === 'html').map((node) => node.value)
  const tag = html.flatMap(htmlTags).find((candidate) => candidate.name === 'a' && !candidate.closing)
  return tag?.attributes.find((attribute) => attribute.name === 'id')?.value || undefined
}

/** A heading's words on one line. */
export function titleOf(heading: Heading): string {
  return textOf(heading).replace(/\s+/g, ' ').trim()
}
