import { targetsOf } from '../pages/resolve-target.ts'
import { linkTargets } from '../search/searchable-text.ts'
import type { ReadImported } from './read-imported.ts'
import { resizeSections } from './resized-sections.ts'
import { type LinkTargets, withStableLinks } from './stable-links.ts'

/**
 * Stores a text and returns its hash; null for an empty text. `read` holds its sections and links for search, if they
 * are known, and `targets` its link targets, all as JSON.
 */
export type StoreText = (
  markdown: string,
  read?: { sections: string; links: string },
  targets?: string,
) => Promise<string | null>

/** Stores the text of a file with stable links; calls `onOpen` for each link that leads out of the import. */
export function storeWithStableLinks(
  store: StoreText,
  read: ReadImported,
  path: string,
  targets: LinkTargets,
  onOpen?: () => void,
): Promise<string | null> {
  const { markdown, urls, changed } = withStableLinks(read, path, targets, onOpen)
  const sections =
    markdown === read.markdown ? read.sections : read.sections && resizeSections(read.sections, read, changed)
  const found = sections === undefined ? undefined : { sections, links: JSON.stringify(linkTargets(urls)) }
  const linked = read.links.map(({ image }, index) => ({ url: urls[index] ?? '', image }))
  return store(markdown, found, JSON.stringify(targetsOf(linked)))
}
