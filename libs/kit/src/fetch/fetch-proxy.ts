import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type Duplex, Transform, type TransformCallback } from 'node:stream'
import { createGroupSemaphore } from '../group-semaphore.ts'
import { unavailable } from '../refusals.ts'
import { addressOfHost, hostAndPort, isPublicAddress, type OutboundAllow } from './allow.ts'
import { guardedAgent, type Resolve, resolveByDns } from './connect.ts'
import { forward } from './forwarding.ts'

interface FetchProxyOptions {
  /** The path of its socket in the file system. */
  socketPath: string
  /** OUTBOUND_ALLOW, parsed. */
  allow: OutboundAllow
  /**
   * Requests beneath `address` go to `server`, wherever that is: the interface that the program may call. They name the
   * host of `address`, because a server answers at its public name, and need not know others that lead to it.
   */
  own: { address: string; server: string }
  /** The bytes of one request, and of one answer. */
  maxBytes: number
  /** Requests at the same time; more are refused (503). */
  maxRequests: number
  /** Resolves names; by DNS if absent. */
  resolve?: Resolve
}

/** Headers by which a server that trusts this one would take the program for somebody else. */
const claims = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

const lookupTimeoutMs = 10_000
/** Of one program, whose fetches may end before their lookups. */
const maxLookupsWaiting = 64

/**
 * Node has two threads for lookups, which nothing ends: with names that their servers do not answer, a program would take
 * both from what the service itself connects to. So all programs have one, by turns.
 */
const inTurn = createGroupSemaphore({
  ...{ permits: 1, permitsPerGroup: 1, maxWaiting: maxLookupsWaiting, timeoutMs: lookupTimeoutMs },
  refusal: () => unavailable('Too many names wait to be resolved.'),
})
const never = new AbortController().signal

const byTurns =
  (program: string, resolve: Resolve): Resolve =>
  (host, options, callback) => {
    const lookedUp = inTurn(
      program,
      never,
      () => new Promise<Parameters<typeof callback>>((done) => resolve(host, options, (...answer) => done(answer))),
    )
    lookedUp.then(
      (answer) => callback(...answer),
      (error) => callback(error, []),
    )
  }

/**
 * Opens a proxy for the fetches of a sandboxed program, which sends each as a request with a whole address, https too, and
 * reaches nothing else. They go to public addresses, to `allow` and to `own` only; there are no tunnels.
 */
export async function openFetchProxy({
  socketPath,
  allow,
  own,
  maxBytes,
  maxRequests,
  resolve = resolveByDns,
}: FetchProxyOptions): Promise<AsyncDisposable> {
  const agent = await guardedAgent(allow, byTurns(socketPath, resolve))
  const ownAgent = await guardedAgent(new Set([hostAndPort(new URL(own.server))]))
  const { href: ownAddress, host: ownHost } = new URL(own.address)
  let requests = 0

  /** Returns the address to fetch, the agent and the host for it; undefined if the program may not reach it. */
  function routeOf(url: URL) {
    if (url.href.startsWith(`${ownAddress}/`))
      return { agent: ownAgent, to: new URL(own.server + url.href.slice(ownAddress.length)), host: ownHost }
    const address = addressOfHost(url.hostname)
    const isPossible = address === undefined || isPublicAddress(address) || allow.has(hostAndPort(url))
    return isPossible ? { agent, to: url, host: undefined } : undefined
  }

  const server = createServer({ requireHostHeader: false, headersTimeout: 10_000 }, (request, response) => {
    const url = URL.parse(request.url ?? '')
    if (!url || !/^https?:$/.test(url.protocol)) return refuse(response, 400)
    const route = routeOf(url)
    if (!route) return refuse(response, 403)
    if (requests >= maxRequests) return refuse(response, 503)
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) return refuse(response, 413)
    requests += 1
    response.once('close', () => {
      requests -= 1
    })
    for (const name of claims) delete request.headers[name]
    const { agent: through, to, host } = route
    const forwarding = { sent: upTo(maxBytes), answered: upTo(maxBytes), host }
    forward(through, to, request, response, forwarding).catch((error: Error) => {
      if (response.headersSent) response.destroy()
      else refuse(response, error.name === 'AddressRefused' ? 403 : 502)
    })
  })
  server.on('connect', (_: IncomingMessage, client: Duplex) => {
    client.on('error', () => client.destroy())
    client.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n')
  })
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(socketPath)
  await once(server, 'listening')
  return {
    async [Symbol.asyncDispose]() {
      server.close()
      for (const one of sockets) one.destroy()
      await Promise.all([agent.destroy(), ownAgent.destroy()])
    },
  }
}

const refuse = (response: ServerResponse, status: number) =>
  void response.writeHead(status, { Connection: 'close' }).end()

/** Passes bytes on, and fails if there are too many. */
function upTo(maxBytes: number): Transform {
  let passed = 0
  return new Transform({
    transform(piece: Buffer, _, done: TransformCallback) {
      passed += piece.length
      done(passed > maxBytes ? new Error('too many bytes') : null, piece)
    },
  })
}
