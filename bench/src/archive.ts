import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { docxParts, pageHtml } from './converted.ts'
import { pagesUnder, pageText } from './words.ts'

const corpus = new URL('../../tests/fixtures/fluentd-docs.zip', import.meta.url)

/**
 * Serves generated documentation for imports: `/<pages>.zip` holds that many pages, `/<pages>-linked.zip` pages that lead
 * to each other, `/<pages>-html.zip` and `/<pages>-docx.zip` pages in these formats, `/<pages>-wiki.zip` a wiki,
 * `/corpus.zip` real documentation. Each is made once. `/site-<pages>/` is a website.
 */
export async function serveArchives(): Promise<{ port: number; close(): void }> {
  const made = new Map<string, Promise<Buffer>>()
  const server = createServer((request, response) => {
    const [, site, place] = request.url?.match(/^\/site-(\d{1,5})\/(\d*)$/) ?? []
    if (site !== undefined)
      return void response.setHeader('content-type', 'text/html').end(sitePage(Number(place), Number(site)))
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
  return { port: address.port, close: () => void server.close() }
}

/** The first page of a website names all others. */
const sitePage = (number: number, pages: number) =>
  pageHtml(number, number === 0 ? Array.from({ length: pages - 1 }, (_, at) => String(at + 1)) : ['./'])

/** A zip of so many pages, in folders of a hundred. */
async function zipOf(pages: number, kind: string | undefined): Promise<Buffer> {
  const zip = new ZipFile()
  const bytes = buffer(zip.outputStream as NodeJS.ReadableStream as never)
  for (let number = 0; number < pages; number += 1) {
    const [name, content] = await pageOf(number, pages, kind)
    zip.addBuffer(Buffer.from(content), name, { compress: true })
  }
  zip.end()
  return bytes
}

async function pageOf(number: number, pages: number, kind: string | undefined): Promise<[string, string | Buffer]> {
  const name = nameOf(number)
  if (kind === 'linked') return [name, `${pageText(number)}\n${linksOf(number, pages)}\n`]
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

/** Every folder's first page is its own page. */
function nameOf(number: number): string {
  const folder = Math.floor(number / pagesUnder)
  const name = number % pagesUnder === 0 ? 'README' : `page-${number}`
  return folder === 0 ? `${name}.md` : `part-${folder}/${name}.md`
}

/** To pages of other folders. */
function linksOf(number: number, pages: number): string {
  const targets = [7, 131, 2017].map((away) => nameOf((number + away) % pages))
  const up = nameOf(number).includes('/') ? '../' : ''
  return targets.map((target) => `See [${target}](${up}${target}).`).join(' ')
}
