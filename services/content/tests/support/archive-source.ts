import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { zip } from '../../src/imports/archives.fixture.ts'
import type { World } from '../world.ts'

/** Starts a server from which archives are imported: start the world with its `host` in `OUTBOUND_ALLOW`. */
export async function archiveSource() {
  let archive: Buffer = Buffer.alloc(0)
  const server = createServer((_, response) => response.writeHead(200).end(archive))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    /** The body of `importContent` that imports the archive. */
    body: { source: 'zip', url: `http://${host}/content.zip` },
    serve(bytes: Buffer) {
      archive = bytes
    },
    /** Imports files by path into a space; returns the id of the new revision. */
    async importFiles(world: World, spaceId: string, files: Record<string, string | Buffer>): Promise<string> {
      archive = await zip(files)
      const body = { source: 'zip', url: `http://${host}/content.zip` }
      const answer = await world.send('importContent', { params: { spaceId }, body })
      if (answer.status !== 201)
        throw new Error(`importContent answered ${answer.status}: ${JSON.stringify(answer.body)}`)
      return answer.body.revision
    },
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
export type ArchiveSource = Awaited<ReturnType<typeof archiveSource>>
