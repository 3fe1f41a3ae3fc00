import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** An answer in place of the server's. */
interface Refused {
  status: number
  headers?: Record<string, string>
}

/** Stands before a server at an address of its own, and refuses requests to the interface as `refusal` says. */
export async function serveRefusing(target: string, refusal: (method: string, path: string) => Refused | undefined) {
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '' } = request
    const refused = refusal(method, path)
    const body = await buffer(request)
    if (refused) return response.writeHead(refused.status, refused.headers).end('refused')
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers
    const answer = await fetch(`${target}${path}`, {
      method,
      headers: headers as Record<string, string>,
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    })
    const seen = answer.headers.get('x-quire-consistency')
    response.writeHead(answer.status, seen === null ? {} : { 'X-Quire-Consistency': seen })
    return response.end(Buffer.from(await answer.arrayBuffer()))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
