import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { zip } from '../../src/imports/archives.fixture.ts'

/** Starts a server whose answers a test can delay: start the world with its `host` in `OUTBOUND_ALLOW`. */
export async function heldSource() {
  const files = new Map<string, () => Promise<Buffer> | Buffer>()
  const asked: string[] = []
  let held: Promise<void> | undefined
  let arrived = Promise.withResolvers<void>()
  const server = createServer(async ({ url = '/' }, response) => {
    asked.push(url)
    arrived.resolve()
    await held
    const file = files.get(url)
    response.writeHead(file ? 200 : 404).end(await file?.())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  let count = 0
  /** Serves a file at an address of its own, and returns the address. */
  function serve(file: () => Promise<Buffer> | Buffer, name: string): string {
    count += 1
    files.set(`/${count}/${name}`, file)
    return `http://${host}/${count}/${name}`
  }
  return {
    host,
    archive: (content: Record<string, string>) => serve(() => zip(content), 'docs.zip'),
    page: (markdown: string, name = 'page.md') => serve(() => Buffer.from(markdown), name),
    /** Counts the requests for an address. */
    timesAsked: (url: string) => asked.filter((one) => url.endsWith(one)).length,
    /** Delays answers until `release` is called; `arrived` resolves with the first request that waits. */
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      arrived = Promise.withResolvers()
      const release = () => {
        held = undefined
        resolve()
      }
      return { arrived: arrived.promise, release }
    },
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
