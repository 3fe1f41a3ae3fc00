import GithubSlugger from 'github-slugger'
import type { Heading } from 'mdast'
import { htmlTags } from './html.ts'
import { textOf } from './text.ts'

/** Gives each heading of one page its anchor: the one written in it, else its words; repeated ones get -1, -2. */
export function anchors(): (heading: Heading) => string {
  const slugger = new GithubSlugger()
  return (heading) => slugger.slug(writtenAnchor(heading) ?? textOf(heading).trim(), false)
}

/** The anchor that `<a id="name"></a>` sets inside a heading. */
export function writtenAnchor(heading: Heading): string | undefined {
  const html = heading.children.filter((node) => node.type === 'html').map((node) => node.value)
  const tag = html.flatMap(htmlTags).find((candidate) => candidate.name === 'a' && !candidate.closing)
  return tag?.attributes.find((attribute) => attribute.name === 'id')?.value || undefined
}
