import type { Summary, SummaryPage } from '@quire/document'
import { decodePercent } from '@quire/document/plain'
import { readArchive } from '../../archive.ts'
import { BrokenFile, orBroken } from '../../broken-file.ts'
import { inFile, readText } from '../../file-text.ts'
import type { ImportFailure, OutlinePage, SourceFile } from '../../source-files.ts'
import { isMarkdown, nameOf } from '../../source-paths.ts'
import type { FileReader, Reading } from '../file-reader.ts'
import { outsideCode } from '../outside-code.ts'

/** Pages of a wiki by name. Spaces equal dashes, and case does not matter. */
interface WikiNames {
  /** Returns the path of the page with a name; undefined if there is none. */
  pageOf(name: string): string | undefined
  /** Returns the path of the file or page that a text names by path; undefined if there is none. */
  fileAt(path: string): string | undefined
}

/** A link in double brackets: the text before the bar, and the text after it. */
const wikiLink = /\[\[([^[\]\n|]{1,300})(?:\|([^[\]\n]{1,300}))?\]\]/g

/** Other markups of wiki pages, by extension. */
const otherMarkups: Record<string, string> = {
  rst: 'reStructuredText',
  asciidoc: 'AsciiDoc',
  adoc: 'AsciiDoc',
  textile: 'Textile',
  org: 'Org',
  pod: 'Pod',
  creole: 'Creole',
  mediawiki: 'MediaWiki markup',
  wiki: 'MediaWiki markup',
  rdoc: 'RDoc',
}

/** Reads a zip of a GitHub wiki: markdown pages that refer to each other by name, in the order of `_Sidebar.md`. */
export const readWiki: FileReader = async ({ bytes }, reading) => {
  const all = (await readArchive(bytes, { field: reading.field })).filter(({ path }) => !/^\.git\//.test(path))
  const failures = all.flatMap(({ path }): ImportFailure[] => {
    const markup = otherMarkups[/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '']
    return markup === undefined ? [] : [{ path, problem: `is written in ${markup}, which is not read` }]
  })
  const failed = new Set(failures.map(({ path }) => path))
  const content = all.filter(({ path }) => !failed.has(path) && !isAround(path))
  const names = wikiNames(content.map(({ path }) => path))
  const files = content.map((file) => (/\.(md|markdown)$/i.test(file.path) ? wikiPage(file, names) : file))
  const sidebar = all.find(({ path }) => /(^|\/)_sidebar\.(md|markdown)$/i.test(path))
  const listed = sidebar ? await orBroken(() => listedIn(sidebar, names, reading)) : []
  const home = names.pageOf('Home')
  const first: OutlinePage[] = home === undefined ? [] : [{ type: 'document', title: 'Home', path: home, pages: [] }]
  if (!(listed instanceof BrokenFile)) return { files, failures, outline: [...first, ...listed] }
  failures.push({ path: sidebar?.path ?? '', problem: listed.message })
  return { files, failures, outline: first }
}

/** True for files that GitHub displays around each page. */
const isAround = (path: string) => /(^|\/)_(sidebar|footer|header)\.\w+$/i.test(path)

function wikiPage(file: SourceFile, names: WikiNames): SourceFile {
  const read = async () => Buffer.from(withPlainLinks(await readText(file), names))
  return { ...file, read, title: nameOf(file.path).replaceAll(/-+/g, ' ') }
}

/** Reads the order of the sidebar: its lists, else its links one after the other. */
async function listedIn(sidebar: SourceFile, names: WikiNames, { parser }: Reading): Promise<OutlinePage[]> {
  const text = withPlainLinks(await readText(sidebar), names)
  const summary: Summary = await inFile(() => parser.run('parseSummary', text))
  const pages = outlineOf(summary.pages, names)
  if (pages.length > 0) return pages
  const links = await inFile(() => parser.run('links', text))
  return links.flatMap(({ url, text: words }) => documentOf(words, url, names, []))
}

const outlineOf = (pages: readonly SummaryPage[], names: WikiNames): OutlinePage[] =>
  pages.flatMap((page): OutlinePage[] => {
    const inner = outlineOf(page.pages, names)
    const { title } = page
    if (page.type === 'reference') return inner
    if (page.type === 'group') return inner.length > 0 ? [{ type: 'group', title, pages: inner }] : []
    const found = documentOf(title, page.type === 'link' ? page.url : page.path, names, inner)
    if (found.length > 0) return found
    return page.type === 'link' && /^https?:/i.test(page.url)
      ? [{ type: 'link', title, url: page.url, pages: [] }, ...inner]
      : inner
  })

/** Finds a page by its path, its name, or its address on GitHub. */
function documentOf(title: string, target: string, names: WikiNames, pages: OutlinePage[]): OutlinePage[] {
  const [, onGithub] = /^https?:\/\/github\.com\/[^/]+\/[^/]+\/wiki\/([^/?#]+)/i.exec(target) ?? []
  const name = onGithub ?? target.replace(/#.*$/, '').split('/').at(-1) ?? ''
  const path = names.pageOf(decodePercent(name))
  return path === undefined ? [] : [{ type: 'document', title, path, pages }]
}

/**
 * Converts a wiki's links to markdown: `[[Page]]`, `[[words|Page]]`, and pictures. Links to pages that the wiki does
 * not have stay as written.
 */
export function withPlainLinks(text: string, names: WikiNames): string {
  return outsideCode(text, (part) =>
    part.replace(
      wikiLink,
      (whole, first: string, second?: string) => linkOf(first.trim(), second?.trim(), names) ?? whole,
    ),
  )
}

function linkOf(first: string, second: string | undefined, names: WikiNames): string | undefined {
  const picture = /\.(?:png|jpe?g|gif|svg|webp)$/i.test(first) ? names.fileAt(first) : undefined
  if (picture !== undefined)
    return `![${escaped(/(?:^|\|)alt=([^|]*)/.exec(second ?? '')?.[1] ?? '')}](${written(picture)})`
  const [words, target] = second === undefined ? [first, first] : [first, second]
  if (/^https?:\/\/\S+$/i.test(target))
    return `[${escaped(words)}](<${target.replaceAll(/[<>]/g, encodeURIComponent)}>)`
  const [, name = '', anchor = ''] = /^([^#]*)(#.*)?$/.exec(target) ?? []
  const path = names.pageOf(name) ?? names.fileAt(name)
  return path && `[${escaped(words)}](${written(path)}${encodeURI(anchor.toLowerCase().replaceAll(' ', '-'))})`
}

const escaped = (text: string) => text.replaceAll(/[\\`*_<>]/g, '\\$&')

/** Makes a link from the root of the wiki, whose pages refer to each other without folders. */
const written = (path: string) => `/${path.split('/').map(encodeURIComponent).join('/')}`

export function wikiNames(paths: readonly string[]): WikiNames {
  const pages = new Map(paths.filter(isMarkdown).map((path): [string, string] => [keyOf(nameOf(path)), path]))
  const files = new Set(paths)
  return {
    pageOf: (name) => pages.get(keyOf(name.replace(/\.(md|markdown)$/i, ''))),
    fileAt(path) {
      const plain = path.replace(/^\/+/, '')
      return files.has(plain) ? plain : undefined
    },
  }
}

const keyOf = (name: string) =>
  name
    .trim()
    .replaceAll(/[ _-]+/g, '-')
    .toLowerCase()
