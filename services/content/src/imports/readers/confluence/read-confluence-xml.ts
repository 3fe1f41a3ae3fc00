import { decodePercent } from '@quire/document/plain'
import { badRequest } from '@quire/kit'
import { BrokenFile } from '../../broken-file.ts'
import { inFile } from '../../file-text.ts'
import type { OutlinePage, ReadSources, SourceFile } from '../../source-files.ts'
import { addPage, type ConvertedPage, newFindings } from '../exports/convert-export.ts'
import type { ExportNames } from '../exports/settle-links.ts'
import { freePaths } from '../file-names.ts'
import type { Reading } from '../file-reader.ts'
import { type ExportedSpace, readSpace, type SpacePage } from './exported-space.ts'

const entitiesPath = 'entities.xml'
const maxDepth = 100

/** True for the paths of an export in XML, which holds all pages in one file. */
export const isConfluenceXml = (paths: readonly string[]) =>
  paths.includes(entitiesPath) && paths.includes('exportDescriptor.properties')

/**
 * Reads the export of a space in XML: its current pages in their tree, with the attachments that they have now. Pages that
 * only some people may see in Confluence are left out, with those below them, and reported.
 */
export async function readConfluenceXml(all: readonly SourceFile[], reading: Reading): Promise<ReadSources> {
  const { field } = reading
  const entities = all.find(({ path }) => path === entitiesPath)
  if (!entities) throw badRequest(field, `holds no ${entitiesPath}`)
  const space = await readSpace(entities, reading)
  if (space.pages.size === 0) throw badRequest(field, `${entitiesPath}: it holds no current page of a space`)
  const attachments = attachmentsOf(space, all)
  const names = namesOf(space, attachments)
  const findings = newFindings(field)
  for (const page of space.pages.values()) {
    const path = pathOf(page.id)
    await addPage({ path }, () => convertedPage(page, reading), { findings, names, reading })
  }
  const read = new Set(findings.files.map(({ path }) => path))
  return {
    files: [...findings.files, ...[...attachments.values()].map(({ file }) => file)],
    failures: findings.failures.map(({ path, problem }) => ({ path: inWords(path, space), problem })),
    problems: [...space.problems, ...findings.problems.map((problem) => named(problem, space))],
    outline: outlineOf(space, read),
    slugs: 'titles',
  }
}

const pathOf = (id: string) => `${id}.html`

/** The title of a page says more than its number. */
function inWords(path: string, { pages }: ExportedSpace): string {
  const page = pages.get(path.replace(/\.html$/, ''))
  return page ? `${entitiesPath}, page "${page.title.slice(0, 200)}"` : path
}

function named(problem: string, space: ExportedSpace): string {
  const [, path = '', rest = ''] = /^(\d+\.html): (.*)$/s.exec(problem) ?? []
  const words = rest.replace(/^(?:titled|attached\/[^/\s]*)\/(\S*)/, (_, name: string) => `"${decodePercent(name)}"`)
  return path === '' ? problem : `${inWords(path, space)}: ${words}`
}

async function convertedPage({ id, title, body }: SpacePage, { parser, scratch }: Reading): Promise<ConvertedPage> {
  if (body === undefined) return { markdown: '', title }
  if (body === 'cut') throw new BrokenFile('its text is too large')
  if (body === 'wiki')
    throw new BrokenFile('its text is wiki markup of an old Confluence: edit and save the page there')
  const storage = (await body()).toString()
  const html = await inFile(() => parser.run('storageHtml', storage, { id, title }))
  const terms = { contentType: '', folder: id, from: 'confluence' as const }
  const { markdown, embedded, lost } = await inFile(() => parser.run('convertHtml', Buffer.from(html), terms))
  const files: SourceFile[] = []
  for (const one of embedded) files.push({ path: one.path, read: await scratch.store(one.bytes) })
  return { markdown, title, embedded: files, lost }
}

interface Attachment {
  file: SourceFile
}

/** The current attachments of the pages by page and name, at paths that have their names. */
function attachmentsOf({ attachments, pages }: ExportedSpace, all: readonly SourceFile[]): Map<string, Attachment> {
  const byPath = new Map(all.map((file) => [file.path, file]))
  const free = freePaths()
  const found = new Map<string, Attachment>()
  for (const { id, page, name, version } of attachments) {
    const file = pages.has(page) ? byPath.get(`attachments/${page}/${id}/${version}`) : undefined
    const plain = plainName(name)
    if (!file || plain === '') continue
    found.set(keyOf(page, name), { file: { ...file, path: free(`attachments/${page}/${plain}`), name: plain } })
  }
  return found
}

function plainName(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a name with a control character is a forged one
  const plain = name.replaceAll(/[/\\\u0000-\u001f\u007f]/g, '-')
  return plain.replace(/^\.+/, '').slice(0, 200).toWellFormed()
}

const keyOf = (page: string, name: string) => `${page}/${name.normalize()}`

/** Finds pages by title or id, and attached files by the page and their names. */
function namesOf(space: ExportedSpace, attachments: ReadonlyMap<string, Attachment>): ExportNames {
  const paths = new Set([...attachments.values()].map(({ file }) => file.path))
  const byTitle = new Map([...space.pages.values()].map(({ id, title }) => [titleKey(title), id]))
  const idOf = (title: string) =>
    byTitle.get(titleKey(title)) ??
    (title.startsWith(`${space.key}:`) ? byTitle.get(titleKey(title.slice(space.key.length + 1))) : undefined)
  return {
    has: (path) => paths.has(path) || (path.endsWith('.html') && space.pages.has(path.slice(0, -'.html'.length))),
    pageWithId(url) {
      const [, title] = /^titled\/([^#?]*)/.exec(url) ?? []
      const [, page = '', name = ''] = /^attached\/([^/]*)\/([^#?]*)/.exec(url) ?? []
      if (name !== '') {
        const owner = decodePercent(page)
        const id = owner.startsWith('title:') ? idOf(owner.slice('title:'.length)) : owner
        return attachments.get(keyOf(id ?? '', decodePercent(name)))?.file.path
      }
      const [, first, second] = /[?&]pageId=(\d{1,20})(?!\d)|\/pages\/(\d{1,20})(?!\d)/.exec(url) ?? []
      const id = title === undefined ? (first ?? second) : idOf(decodePercent(title))
      return id !== undefined && space.pages.has(id) ? pathOf(id) : undefined
    },
  }
}

const titleKey = (title: string) => title.normalize().toLowerCase()

/** Pages below their parents, in the order of their positions and then of their titles; the home page comes first. */
function outlineOf({ pages, home }: ExportedSpace, read: ReadonlySet<string>): OutlinePage[] {
  const isThere = (id: string | undefined) => id !== undefined && pages.has(id)
  const byParent = Map.groupBy(pages.values(), ({ parent }) => (isThere(parent) ? parent : undefined))
  const placed = new Set<string>()
  const below = (parent: string | undefined, depth: number): OutlinePage[] =>
    (byParent.get(parent) ?? [])
      .toSorted(
        (one, other) =>
          Number(other.id === home) - Number(one.id === home) ||
          one.position - other.position ||
          one.title.localeCompare(other.title, 'en', { numeric: true }),
      )
      .flatMap((page): OutlinePage[] => {
        // Parents in a circle, or without end, have no place in a tree; such pages follow it.
        if (placed.has(page.id) || depth > maxDepth) return []
        placed.add(page.id)
        const inner = below(page.id, depth + 1)
        if (read.has(pathOf(page.id)))
          return [{ type: 'document', title: page.title, path: pathOf(page.id), pages: inner }]
        return inner.length > 0 ? [{ type: 'group', title: page.title, pages: inner }] : []
      })
  return below(undefined, 0)
}
