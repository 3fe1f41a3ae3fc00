import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { pagesUnder, pageText } from './words.ts'

const corpus = new URL('../../tests/fixtures/fluentd-docs.zip', import.meta.url)

/**
 * Serves generated documentation for imports: `/<pages>.zip` holds that many pages, `/<pages>-linked.zip` pages that lead
 * to each other, `/corpus.zip` real documentation. Each is made once.
 */
export async function serveArchives(): Promise<{ port: number; close(): void }> {
  const made = new Map<string, Promise<Buffer>>()
  const server = createServer((request, response) => {
    const [name = '', pages = 0, linked] = request.url?.match(/^\/(\d{1,5}|corpus)(-linked)?\.zip$/) ?? []
    const archive =
      made.get(name) ?? (pages === 'corpus' ? readFile(corpus) : zipOf(Number(pages), linked !== undefined))
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

/** A zip of so many pages, in folders of a hundred. */
async function zipOf(pages: number, linked: boolean): Promise<Buffer> {
  const zip = new ZipFile()
  const bytes = buffer(zip.outputStream as NodeJS.ReadableStream as never)
  for (let number = 0; number < pages; number += 1) {
    const text = linked ? `${pageText(number)}\n${linksOf(number, pages)}\n` : pageText(number)
    zip.addBuffer(Buffer.from(text), nameOf(number), { compress: true })
  }
  zip.end()
  return bytes
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
