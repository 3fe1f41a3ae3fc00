import { linkTargets } from '../search/text-sections.ts'
import { targetsOf } from '../targets/targets.ts'
import { type LinkTargets, withStableLinks } from './links.ts'
import type { ReadImported } from './read.ts'
import { resized } from './resized-sections.ts'

/**
 * Keeps a text, with what it is found by where that is known and what it refers to, as JSON, and answers its hash; null
 * for an empty one.
 */
export type KeepText = (
  markdown: string,
  read?: { sections: string; links: string },
  targets?: string,
) => Promise<string | null>

/** Keeps the text of a file with stable links; `onOpen` is told of those that lead out of the import. */
export function keepStable(
  keep: KeepText,
  read: ReadImported,
  path: string,
  targets: LinkTargets,
  onOpen?: () => void,
): Promise<string | null> {
  const { markdown, urls, changed } = withStableLinks(read, path, targets, onOpen)
  const sections = markdown === read.markdown ? read.sections : read.sections && resized(read.sections, read, changed)
  const found = sections === undefined ? undefined : { sections, links: JSON.stringify(linkTargets(urls)) }
  const linked = read.links.map(({ image }, index) => ({ url: urls[index] ?? '', image }))
  return keep(markdown, found, JSON.stringify(targetsOf(linked)))
}
