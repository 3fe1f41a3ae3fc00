import type { Link } from '@quire/document/plain'
import { rewriteLinks } from '@quire/document/plain'
import type { TextSection } from '@quire/search'
import { targetsOf } from '../pages/resolve-target.ts'
import { linkTargets } from '../search/searchable-text.ts'
import type { GitOrigin } from '../storage/revisions/revision-entries.ts'
import type { ReadFile } from './read-files.ts'
import { relativeAddress } from './source-paths.ts'
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

/** The hash of a text, null for an empty one, and what its page or reusable content says of the file. */
export interface StoredText {
  document: string | null
  origin: Omit<GitOrigin, 'path'>
  /** For a text with links that lead out of the import: the lines of its file before it. */
  openAfter?: number
}

/** Stores the text of a file with stable links, and the file itself unless an export writes the same without it. */
export async function storeWithStableLinks(
  store: StoreText,
  read: ReadFile,
  path: string,
  targets: LinkTargets,
): Promise<StoredText> {
  let openLinks = 0
  let outsideLinks = 0
  const stable = withStableLinks(
    read,
    path,
    targets,
    () => {
      openLinks += 1
    },
    () => {
      outsideLinks += 1
    },
  )
  const document = await storeStable(store, read, stable)
  const { file, head } = read
  const isUsual =
    !file ||
    (openLinks + outsideLinks === 0 &&
      !hasBareAddress(read, stable.changed) &&
      usualText(read, path, targets, stable.changed) === file.source)
  const source = isUsual ? null : await store(file.source)
  const origin = {
    ...(head !== undefined && { head }),
    ...(file && { oid: file.oid }),
    ...(source !== null && { source, imported: document, hasOpenLinks: openLinks + outsideLinks > 0 }),
    ...(source !== null && file?.encoding && { encoding: file.encoding }),
  }
  const linesBefore = (file?.text ?? '').split('\n').length - read.markdown.split('\n').length
  return { document, origin, ...(openLinks > 0 && { openAfter: Math.max(0, linesBefore) }) }
}

/** True if an address without quotes is changed in an attribute: it gets quotes with that, and an export writes them. */
const hasBareAddress = ({ markdown }: ReadFile, changed: ReadonlyMap<Link, string | undefined>): boolean =>
  [...changed].some(([{ source }, url]) => url !== undefined && source && markdown[source.start - 1] === '=')

/** The text that an export writes of an unchanged page: its head, and relative paths as links. */
function usualText(
  { title, head = `# ${title}\n\n`, markdown, links }: ReadFile,
  path: string,
  { paths }: LinkTargets,
  changed: ReadonlyMap<Link, string | undefined>,
): string {
  const usual = (link: Link) => {
    const [, address = '', anchor = ''] = /^([^#]*)(.*)$/s.exec(changed.get(link) ?? '') ?? []
    const target = paths.get(address)
    return target && relativeAddress(path, target) + anchor
  }
  return head + rewriteLinks(markdown, usual, links)
}

async function storeStable(
  store: StoreText,
  read: ReadFile,
  { markdown, urls, changed }: ReturnType<typeof withStableLinks>,
): Promise<string | null> {
  const sections =
    markdown === read.markdown ? read.sections : read.sections && resizeSections(read.sections, read, changed)
  const found = sections === undefined ? undefined : { sections, links: JSON.stringify(linkTargets(urls)) }
  const linked = read.links.map(({ image }, index) => ({ url: urls[index] ?? '', image }))
  return store(markdown, found, JSON.stringify(targetsOf(linked)))
}

/**
 * Adjusts the sizes of a text's sections, in JSON, to the `changed` addresses of its links. The words of the sections
 * stay the same; their extents in the markdown change.
 */
function resizeSections(
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
