import { once } from 'node:events'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { pagesUnder, pageText } from './words.ts'

/** Serves generated documentation for imports: `/<pages>.zip` holds that many pages, and is made once. */
export async function serveArchives(): Promise<{ port: number; close(): void }> {
  const made = new Map<number, Promise<Buffer>>()
  const server = createServer((request, response) => {
    const pages = Number(request.url?.match(/^\/(\d{1,5})\.zip$/)?.[1] ?? 0)
    const archive = made.get(pages) ?? zipOf(pages)
    made.set(pages, archive)
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
async function zipOf(pages: number): Promise<Buffer> {
  const zip = new ZipFile()
  const bytes = buffer(zip.outputStream as NodeJS.ReadableStream as never)
  for (let number = 0; number < pages; number += 1) {
    zip.addBuffer(Buffer.from(pageText(number)), nameOf(number), { compress: true })
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
