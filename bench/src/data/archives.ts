import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { pagesPerFolder, pageText } from './generated-text.ts'

const corpus = new URL('../../../tests/fixtures/fluentd-docs.zip', import.meta.url)

/**
 * Serves generated documentation for imports: `/<pages>.zip` holds that many pages, `/<pages>-linked.zip` pages that link
 * to each other, `/<pages>-groups.zip` pages in groups, `/<pages>-conditional.zip` pages for some visitors,
 * `/<pages>-html.zip` and `/<pages>-docx.zip` pages in these formats, `/<pages>-wiki.zip` a wiki,
 * `/corpus.zip` real documentation. Each archive is made once. `/site-<pages>/` is a website.
 */
export async function serveArchives(): Promise<{ address: string; close(): void }> {
  const made = new Map<string, Promise<Buffer>>()
  const server = createServer((request, response) => {
    const [, site, page] = request.url?.match(/^\/site-(\d{1,5})\/(\d*)$/) ?? []
    if (site !== undefined)
      return void response.setHeader('content-type', 'text/html').end(sitePage(Number(page), Number(site)))
    const [name = '', pages = 0, kind] = request.url?.match(/^\/(\d{1,5}|corpus)(-\w+)?\.zip$/) ?? []
    if (name === '') return void response.writeHead(404).end()
    const archive = made.get(name) ?? (pages === 'corpus' ? readFile(corpus) : zipOf(Number(pages), kind?.slice(1)))
    made.set(name, archive)
    archive.then(
      (bytes) => response.setHeader('content-type', 'application/zip').end(bytes),
      (error: Error) => response.destroy(error),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server of archives has no port')
  return { address: `http://127.0.0.1:${address.port}`, close: () => void server.close() }
}

/** Returns the files of generated pages that link to each other, by their paths, with a table of contents. */
export function linkedFiles(pages: number): Map<string, string> {
  const numbers = Array.from({ length: pages }, (_, number) => number)
  const files = numbers.map((number): [string, string] => [
    nameOf(number),
    `${pageText(number)}\n${linksOf(number, pages)}\n`,
  ])
  return new Map([...files, ['SUMMARY.md', groupedContents(pages)]])
}

/** A page of a website, of which the first links to all others. */
const sitePage = (number: number, pages: number) =>
  pageHtml(number, number === 0 ? Array.from({ length: pages - 1 }, (_, at) => String(at + 1)) : ['./'])

/** A zip of generated pages, in folders of a hundred. */
async function zipOf(pages: number, kind: string | undefined): Promise<Buffer> {
  const zip = new ZipFile()
  const bytes = buffer(zip.outputStream as NodeJS.ReadableStream as never)
  for (let number = 0; number < pages; number += 1) {
    const [name, content] = await pageOf(number, pages, kind)
    zip.addBuffer(Buffer.from(content), name, { compress: true })
  }
  if (kind === 'groups') zip.addBuffer(Buffer.from(groupedContents(pages)), 'SUMMARY.md')
  zip.end()
  return bytes
}

/** Contents in which each folder is a group, which the navigation of a small site writes out. */
const groupedContents = (pages: number): string =>
  Array.from({ length: pages }, (_, number) => {
    const group = number % pagesPerFolder === 0 ? `\n## Part ${number / pagesPerFolder}\n\n` : ''
    return `${group}* [${/^# (.*)$/m.exec(pageText(number))?.[1]}](${nameOf(number)})\n`
  }).join('')

async function pageOf(number: number, pages: number, kind: string | undefined): Promise<[string, string | Buffer]> {
  const name = nameOf(number)
  if (kind === 'linked') return [name, `${pageText(number)}\n${linksOf(number, pages)}\n`]
  if (kind === 'conditional') return [`page-${number}.md`, conditionalText(number)]
  if (kind === 'html')
    return [
      name.replace(/\.md$/, '.html'),
      pageHtml(number, [`/${nameOf((number + 1) % pages).replace(/\.md$/, '.html')}`]),
    ]
  if (kind === 'wiki') return [`Page-${number}.md`, `${pageText(number)}\n[[Page ${(number + 1) % pages}]]\n`]
  if (kind !== 'docx') return [name, pageText(number)]
  const zip = new ZipFile()
  const bytes = buffer(zip.outputStream as NodeJS.ReadableStream as never)
  for (const [part, content] of Object.entries(docxParts(number))) zip.addBuffer(Buffer.from(content), part)
  zip.end()
  return [name.replace(/\.md$/, '.docx'), await bytes]
}

/** The path of a page; the first one of a folder is the folder's own page. */
function nameOf(number: number): string {
  const folder = Math.floor(number / pagesPerFolder)
  const name = number % pagesPerFolder === 0 ? 'README' : `page-${number}`
  return folder === 0 ? `${name}.md` : `part-${folder}/${name}.md`
}

/** A condition that takes nearly all the steps that one may take, if the claim is long. */
const costly = (number: number) =>
  `visitor.claims.unsigned.a.split("").map((x) => visitor.claims.unsigned.a.split("").some((y) => y + x === "${number}")).length > 0`

/** The first pages have texts of which a part is for some visitors; the others are for some as a whole. */
function conditionalText(number: number): string {
  const text = pageText(number)
  if (number >= 50) return `---\nif: '${costly(number)}'\n---\n${text}`
  return `${text}\n\n{% if visitor.claims.unsigned.a.includes("${number}") %}\n${text.replaceAll(/^#.*$/gm, '')}\n{% endif %}\n`
}

/** Links to pages of other folders. */
function linksOf(number: number, pages: number): string {
  const targets = [7, 131, 2017].map((away) => nameOf((number + away) % pages))
  const up = nameOf(number).includes('/') ? '../' : ''
  return targets.map((target) => `See [${target}](${up}${target}).`).join(' ')
}

/** The text of `pageText` as a page of HTML with links to other pages. */
function pageHtml(number: number, links: readonly string[]): string {
  const [title = '', ...blocks] = blocksOf(number)
  const body = blocks.map((block) => (block.startsWith('## ') ? `<h2>${block.slice(3)}</h2>` : `<p>${block}</p>`))
  const head = `<!doctype html><html><head><meta charset="utf-8"><title>${title.slice(2)}</title></head>`
  const items = links.map((link) => `<li><a href="${link}">${link}</a></li>`)
  const around = `<nav><ul>${items.join('')}</ul></nav>`
  return `${head}<body>${around}<main><h1>${title.slice(2)}</h1>${body.join('')}<p><a href="${links[0]}">Next</a></p></main></body></html>`
}

/** The files of a Word document with the text of `pageText`. */
function docxParts(number: number): Record<string, string> {
  const paragraphs = blocksOf(number).map((block) => {
    const level = /^#+/.exec(block)?.[0].length
    const style = level === undefined ? '' : `<w:pPr><w:pStyle w:val="Heading${level}"/></w:pPr>`
    return `<w:p>${style}<w:r><w:t>${block.replace(/^#+ /, '')}</w:t></w:r></w:p>`
  })
  const office = 'http://schemas.openxmlformats.org'
  const types = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
  const style = (level: number) =>
    `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/></w:style>`
  const words = `xmlns:w="${office}/wordprocessingml/2006/main"`
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/officeDocument/2006/relationships/${type}" Target="${target}"/>`
  const relations = (inside: string) =>
    `<Relationships xmlns="${office}/package/2006/relationships">${inside}</Relationships>`
  return {
    '[Content_Types].xml': `<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${types}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
    '_rels/.rels': relations(relation('r1', 'officeDocument', 'word/document.xml')),
    'word/_rels/document.xml.rels': relations(relation('r2', 'styles', 'styles.xml')),
    'word/styles.xml': `<w:styles ${words}>${style(1)}${style(2)}</w:styles>`,
    'word/document.xml': `<w:document ${words}><w:body>${paragraphs.join('')}</w:body></w:document>`,
  }
}

const blocksOf = (number: number) => pageText(number).split('\n\n')
