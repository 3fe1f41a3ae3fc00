import type { Summary, SummaryPage } from '@quire/document'
import { decodePercent } from '@quire/document/plain'
import { readArchive } from '../../archive.ts'
import { BrokenFile, orBroken } from '../../broken-file.ts'
import { nameOf } from '../../paths.ts'
import type { ImportFailure, OutlinePage, SourceFile } from '../../sources.ts'
import { inFile, readText } from '../../text.ts'
import type { FileReader, Reading } from '../reading.ts'
import { type WikiNames, wikiNames } from './names.ts'
import { withPlainLinks } from './wiki-links.ts'

/** What else a wiki's pages may be written in. */
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

/** A zip of a GitHub wiki: pages of markdown that name each other, and `_Sidebar.md` as their order. */
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

/** What GitHub shows around each page. */
const isAround = (path: string) => /(^|\/)_(sidebar|footer|header)\.\w+$/i.test(path)

function wikiPage(file: SourceFile, names: WikiNames): SourceFile {
  const read = async () => Buffer.from(withPlainLinks(await readText(file), names))
  return { ...file, read, title: nameOf(file.path).replaceAll(/-+/g, ' ') }
}

/** The order of the sidebar: its lists, else its links one after the other. */
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
    if (page.type === 'group') return inner.length > 0 ? [{ type: 'group', title, pages: inner }] : []
    const found = documentOf(title, page.type === 'link' ? page.url : page.path, names, inner)
    if (found.length > 0) return found
    return page.type === 'link' && /^https?:/i.test(page.url)
      ? [{ type: 'link', title, url: page.url, pages: [] }, ...inner]
      : inner
  })

/** A page by its path, its name, or its address on GitHub. */
function documentOf(title: string, target: string, names: WikiNames, pages: OutlinePage[]): OutlinePage[] {
  const [, onGithub] = /^https?:\/\/github\.com\/[^/]+\/[^/]+\/wiki\/([^/?#]+)/i.exec(target) ?? []
  const name = onGithub ?? target.replace(/#.*$/, '').split('/').at(-1) ?? ''
  const path = names.pageOf(decodePercent(name))
  return path === undefined ? [] : [{ type: 'document', title, path, pages }]
}
