import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Serves one file to everybody on this machine; `allow` is its entry of OUTBOUND_ALLOW. */
export async function serveFile(bytes: Buffer, name: string) {
  const server = createServer((_, response) => response.end(bytes))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/${name}`,
    allow: `127.0.0.1:${port}`,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
