import { randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { type Duplex, Transform, type TransformCallback } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { buildConnector } from 'undici'
import { addressOfHost, hostAndPort, isPublicAddress, type OutboundAllow } from './allow.ts'
import { guardedAgent, guardedConnector, type Resolve } from './connect.ts'
import { forward } from './forwarding.ts'

interface ProxyOptions {
  /** OUTBOUND_ALLOW, parsed. */
  allow: OutboundAllow
  /** Resolves names to addresses; by the system if absent. */
  resolve?: Resolve
  /** The bytes that servers may send through the proxy altogether. */
  maxBytes: number
}

/** A proxy on the loopback address through which another program reaches what `guardedFetch` may reach. */
export interface ForwardProxy extends AsyncDisposable {
  /** Its address with a user name and a password that no other proxy has. */
  url: string
  /** The reason that a connection was refused, in words; undefined if none was. */
  refusal(): 'address' | 'size' | undefined
}

/** Connections through one proxy at a time: a program that opens more is not the one that the proxy was opened for. */
const maxConnections = 16
const connectTimeoutMs = 20_000
const user = 'quire'

/**
 * Opens a forward proxy for one run of a program that resolves names and follows redirects itself: every connection,
 * plain or through CONNECT, goes to public addresses and to `allow` only, and ends with the proxy.
 */
export async function openForwardProxy({ allow, resolve, maxBytes }: ProxyOptions): Promise<ForwardProxy> {
  const password = randomBytes(24).toString('base64url')
  const expected = Buffer.from(`Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`)
  const connect = await guardedConnector(allow, resolve)
  const agent = await guardedAgent(allow, resolve)
  const open = new Set<Duplex>()
  let received = 0
  let refusal: ReturnType<ForwardProxy['refusal']>

  const isAllowed = ({ headers }: IncomingMessage) => {
    const given = Buffer.from(headers['proxy-authorization'] ?? '')
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
  const isPossible = (url: URL) => {
    const address = addressOfHost(url.hostname)
    return address === undefined || isPublicAddress(address) || allow.has(hostAndPort(url))
  }
  const counting = () =>
    new Transform({
      transform(piece: Buffer, _, done: TransformCallback) {
        received += piece.length
        if (received <= maxBytes) return done(null, piece)
        refusal = 'size'
        done(new Error('the server sent too much'))
      },
    })

  const server = createServer((request, response) => {
    const url = URL.canParse(request.url ?? '') ? new URL(request.url ?? '') : undefined
    if (!isAllowed(request)) return void response.writeHead(407, { 'Proxy-Authenticate': 'Basic' }).end()
    if (url?.protocol !== 'http:') return void response.writeHead(400).end()
    if (!isPossible(url)) refusal = 'address'
    if (!isPossible(url)) return void response.writeHead(403).end()
    forward(agent, url, request, response, { answered: counting() }).catch((error: Error) => {
      if (error.name === 'AddressRefused') refusal = 'address'
      if (response.headersSent) response.destroy()
      else response.writeHead(502).end()
    })
  })
  server.on('connect', (request: IncomingMessage, client: Duplex, head: Buffer) => {
    client.on('error', () => client.destroy())
    const end = (status: string) => void client.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\n\r\n`)
    const target = `https://${request.url}`
    if (!isAllowed(request)) return end('407 Proxy Authentication Required\r\nProxy-Authenticate: Basic')
    if (!URL.canParse(target) || open.size >= maxConnections) return end('400 Bad Request')
    const url = new URL(target)
    if (!isPossible(url)) refusal = 'address'
    if (!isPossible(url)) return end('403 Forbidden')
    connectTo(connect, url).then(
      async (socket) => {
        open.add(socket)
        socket.once('close', () => open.delete(socket))
        client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
        if (head.length > 0) socket.write(head)
        // Either side ends both: half an answer is of no use to a program that asks for packs.
        await Promise.allSettled([pipeline(client, socket), pipeline(socket, counting(), client)])
      },
      (error: Error) => {
        if (error.name === 'AddressRefused') refusal = 'address'
        end('502 Bad Gateway')
      },
    )
  })
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://${user}:${password}@127.0.0.1:${(server.address() as AddressInfo).port}`,
    refusal: () => refusal,
    async [Symbol.asyncDispose]() {
      server.close()
      for (const one of [...open, ...sockets]) one.destroy()
      await agent.destroy()
    },
  }
}

function connectTo(connect: buildConnector.connector, { hostname, port }: URL): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const timer = setTimeout(() => reject(new Error('nothing answers')), connectTimeoutMs)
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  connect({ hostname: bare, host: bare, protocol: 'http:', port: port || '443' }, (...[error, socket]) => {
    clearTimeout(timer)
    if (error) reject(error)
    else resolve(socket as Socket)
  })
  return promise
}
