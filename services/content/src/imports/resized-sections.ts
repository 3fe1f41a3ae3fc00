import { type Link, rewriteLinks } from '@quire/document/plain'
import type { TextSection } from '@quire/search'

/**
 * Adjusts the sizes of a text's sections, in JSON, to the `changed` addresses of its links. The words of the sections
 * stay the same; their extents in the markdown change.
 */
export function resizeSections(
  sections: string,
  { markdown, links }: { markdown: string; links: readonly Link[] },
  changed: ReadonlyMap<Link, string | undefined>,
): string {
  const before: TextSection[] = JSON.parse(sections)
  const written = links
    .flatMap((link) => (link.source ? [{ ...link, source: link.source, newUrl: changed.get(link) }] : []))
    .sort((one, other) => one.source.start - other.source.start)
  let from = 0
  let next = 0
  const after = before.map((section) => {
    const part = markdown.slice(from, from + section.size)
    const inPart: typeof written = []
    for (let link = written[next]; link && link.source.start < from + section.size; link = written[++next])
      inPart.push({ ...link, source: { start: link.source.start - from, end: link.source.end - from } })
    from += section.size
    const newUrls = new Map<Link, string | undefined>(inPart.map((link) => [link, link.newUrl]))
    return { ...section, size: rewriteLinks(part, (link) => newUrls.get(link), inPart).length }
  })
  return JSON.stringify(after)
}
