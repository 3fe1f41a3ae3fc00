import { posix } from 'node:path'
import {
  DocumentError,
  parseFrontMatter,
  resolvePath,
  withFrontMatter,
  withoutBrokenFrontMatter,
} from '@quire/document/plain'
import { nameOf, titleOfFile, titleOfName } from '../../imports/source-paths.ts'
import { openingHeading } from '../../pages/read-text.ts'
import { attributeByKey } from '../../storage/front-matter/front-matter-patch.ts'
import { readKnown } from '../../storage/front-matter/known-keys.ts'
import { type CoverRefs, coverAddresses, readFrontMatter } from '../../storage/front-matter/read-front-matter.ts'
import { type CoverRef, frontMatterOf, urlRef } from '../../storage/front-matter/write-front-matter.ts'
import type { PageEntry, ReusableContentEntry } from '../../storage/revisions/revision-entries.ts'
import { sameValue } from '../../storage/trees/tree-nodes.ts'
import { escaped } from './escape-words.ts'

interface PageOptions {
  kind: 'page'
  /** Path of the page's file. */
  path: string
  /** Paths of the pictures of the page's cover; undefined for those that are no files. */
  covers: { light?: string | undefined; dark?: string | undefined }
  /** True if SUMMARY.md leaves the page out, so that an import hides it. */
  isUnlisted: boolean
}

/**
 * Writes the part of a file before its text: front matter and title. Returns the imported one, in its own spelling, if
 * it still says the same.
 */
export function writeHead(
  entry: PageEntry | ReusableContentEntry,
  options: PageOptions | { kind: 'reusable-content'; path: string },
): string {
  return options.kind === 'page' ? pageHead(entry as PageEntry, options) : includedHead(entry, options)
}

/** The title of a reusable content is in its front matter, or made of the file's name. */
function includedHead({ title, git }: ReusableContentEntry, { path }: { path: string }): string {
  const before = readHead(git?.head ?? '').attributes
  const otherwise = titleOfName(nameOf(path))
  const { known } = readKnown(before)
  if ((known.title || otherwise) === title) return git?.head ?? ''
  return withFrontMatter({ ...before, title }, '')
}

/** Reads a head as its import did: front matter that cannot be read counts as none. */
function readHead(head: string): ReturnType<typeof parseFrontMatter> {
  try {
    return parseFrontMatter(head)
  } catch (error) {
    if (error instanceof DocumentError) return { attributes: {}, body: withoutBrokenFrontMatter(head) ?? '' }
    throw error
  }
}

function pageHead(entry: PageEntry, options: PageOptions): string {
  const page = options.isUnlisted ? without(entry, 'hidden') : entry
  const { git, title } = page
  if (git?.head !== undefined && saysTheSame(git.head, page, options)) return git.head
  const hasHeading = git?.head === undefined || openingHeading(readHead(git.head).body) !== undefined
  const heading = hasHeading ? headingOf(title) : ''
  const frontMatter = writtenFrontMatter(page, options)
  // Nothing else says the title of a page that no list has.
  const isUntitled = options.isUnlisted && !hasHeading && title !== titleOfFile(options.path)
  // A title that no heading can have goes into the front matter.
  if (heading === undefined || isUntitled) return withFrontMatter({ ...frontMatter, title }, '')
  const before = withFrontMatter(frontMatter, '')
  return before && heading ? `${before}\n${heading}` : before + heading
}

function headingOf(title: string): string | undefined {
  for (const words of [title, escaped(title)]) {
    if (openingHeading(`# ${words}\n\n`)?.title === title) return `# ${words}\n\n`
  }
  return undefined
}

function writtenFrontMatter(page: PageEntry, { path, covers }: PageOptions): Record<string, unknown> {
  const written = frontMatterOf({ ...page, frontMatter: page.frontMatter ?? {} }) ?? {}
  const { ref, refDark } = page.cover ?? {}
  const addressOf = (cover: string) => posix.relative(posix.dirname(path), cover)
  return {
    ...written,
    ...(covers.light !== undefined && ref?.kind === 'file' && { cover: addressOf(covers.light) }),
    ...(covers.dark !== undefined && ref && refDark?.kind === 'file' && { coverDark: addressOf(covers.dark) }),
  }
}

function saysTheSame(head: string, page: PageEntry, options: PageOptions): boolean {
  const { path, covers, isUnlisted } = options
  const { attributes: found, body } = readHead(head)
  const heading = openingHeading(body)?.title
  if (heading !== undefined && heading !== page.title) return false
  const refOf = (address: string | undefined, cover: string | undefined, ref: CoverRef | undefined) => {
    if (address === undefined) return undefined
    return cover !== undefined && resolvePath(path, address) === cover ? ref : urlRef(address)
  }
  const addresses = coverAddresses(found)
  const { title, attributes, rest } = readFrontMatter(found, {
    light: refOf(addresses.light, covers.light, page.cover?.ref as CoverRef | undefined),
    dark: refOf(addresses.dark, covers.dark, page.cover?.refDark as CoverRef | undefined),
  } satisfies CoverRefs)
  if (isUnlisted && (title ?? heading ?? titleOfFile(path)) !== page.title) return false
  const written = { ...page, ...blank, ...attributes, frontMatter: rest }
  return sameValue(
    writtenFrontMatter(isUnlisted ? without(written, 'hidden') : written, options),
    writtenFrontMatter(page, options),
  )
}

/** The attributes that front matter may set. */
const blank = Object.fromEntries(Object.values(attributeByKey).map((name) => [name, undefined]))

function without<Page extends object>(page: Page, key: keyof Page): Page {
  const { [key]: _, ...rest } = page
  return rest as Page
}
