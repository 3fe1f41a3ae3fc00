import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import {
  identityInternalOperations,
  type Operation,
  type SessionCaller,
  sessionInternalOperations,
  sitesInternalOperations,
} from '@quire/contracts'
import { header, principalHeader, routeTable, secretKey, verifyPrincipal } from '@quire/kit'
import { testOperations } from './operations.ts'
import type { Secrets } from './test-secrets.ts'

const large = Buffer.alloc(4 * 1024 * 1024)

function* endless() {
  for (;;) yield large
}

type Answer = (request: IncomingMessage, response: ServerResponse, echo: object) => void

function json(response: ServerResponse, status: number, body: unknown, headers?: Record<string, string>) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

/** Response headers that the test asks for: the position of its write, and the keys that the write revokes, if any. */
function requestedHeaders(request: IncomingMessage) {
  const sequence = header(request, 'prefer')
  const revoked = header(request, 'if-match')
  return {
    ...(sequence !== undefined && { 'x-quire-position': `stream-a|${sequence}` }),
    ...(revoked !== undefined && { 'x-quire-revoked': revoked }),
  }
}

/** Resolves with the size of the body; never, if the body breaks off. */
function size(request: IncomingMessage): Promise<number> {
  let bytes = 0
  request.on('data', (chunk) => {
    bytes += chunk.length
  })
  return new Promise((resolve) => request.once('end', () => resolve(bytes)))
}

function countUsers() {
  const counts = new Map<string, { now: number; max: number; all: number }>()
  const changed = new EventEmitter().setMaxListeners(0)
  const underWay = (userId: string) => counts.get(userId) ?? { now: 0, max: 0, all: 0 }
  return {
    underWay,
    enter(userId: string, response: ServerResponse) {
      const { now, max, all } = underWay(userId)
      counts.set(userId, { now: now + 1, max: Math.max(max, now + 1), all: all + 1 })
      response.once('close', () => {
        const left = underWay(userId)
        counts.set(userId, { ...left, now: left.now - 1 })
        changed.emit('change')
      })
      changed.emit('change')
    },
    async reached(userId: string, count: number) {
      while (underWay(userId).now !== count) await once(changed, 'change')
    },
  }
}

interface Owner {
  url: string
  /** The number of a user's requests: in progress now, in progress at most, and in all. */
  underWay(userId: string): { now: number; max: number; all: number }
  /** Resolves once a user has `count` requests in progress. */
  reached(userId: string, count: number): Promise<void>
  /** Emits `open` with the response of an event stream, and `closed` when its reader disconnects. */
  streams: EventEmitter
  silent: EventEmitter
  close(): void
}

/** A service that trusts only principals, and answers with the request. */
export async function startOwner(secrets: Pick<Secrets, 'dir'>): Promise<Owner> {
  const key = secretKey({ SECRETS_DIR: secrets.dir }, 'principal-content.key')
  const find = routeTable(testOperations)
  const streams = new EventEmitter()
  const silent = new EventEmitter()
  const { underWay, enter, reached } = countUsers()
  const write: Answer = async (request, response, echo) =>
    json(response, 201, { ...echo, received: await size(request) }, requestedHeaders(request))
  const answers: Record<string, Answer> = {
    write,
    openWrite: write,
    endless: (_, response) => Readable.from(endless()).pipe(response),
    large: (_, response) => response.end(large),
    async remove(request, response) {
      const received = await size(request)
      response.writeHead(205, { ...requestedHeaders(request), 'x-received': received }).end()
    },
    refuse: (_, response) => json(response, 413, { error: { code: 413, message: 'The body is too large.' } }),
    silent: (_, response) => silent.emit('request', response),
    broken: (request) => request.socket.destroy(),
    cut(request, response) {
      response.writeHead(200, { 'content-length': '100' }).write('half')
      request.socket.end()
    },
    stream({ url }, response) {
      if (url?.endsWith('begins=never')) return void streams.emit('asked')
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
      response.once('close', () => streams.emit('closed'))
      streams.emit('open', response)
    },
  }
  return listen((request, response) => {
    const { method = '', url = '', headers } = request
    const path = url.split('?')[0] ?? ''
    const operation = find(method, path)?.operation as Operation
    const principal = verifyPrincipal(key, 'content', header(request, principalHeader), { operation, method, path })
    const echo = { principal, headers, url }
    enter(principal.caller.userId ?? '', response)
    const answer = answers[operation.id] ?? (() => json(response, 200, echo, { 'x-request-id': 'of the service' }))
    answer(request, response, echo)
  }).then(({ server, url }) => ({
    url,
    underWay,
    reached,
    streams,
    silent,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }))
}

/** The one host at which a site is published. */
export const siteHost = 'docs.acme.io'
const [hostnamePath = ''] = sitesInternalOperations.findHostname.path.split('{')

const [sessionPath = ''] = sessionInternalOperations.useSession.path.split('{')

/** Serves the part of identity, or of sites, that the gateway needs: keys and sessions, for callers with the internal key. */
export async function startKeys(secrets: Secrets, of: 'identity' | 'sites' = 'identity') {
  const key = secretKey({ SECRETS_DIR: secrets.dir }, 'internal.key')
  const operation =
    of === 'identity' ? identityInternalOperations.getSigningKeys : sitesInternalOperations.getSiteSigningKeys
  let fetched = 0
  let until = Promise.resolve()
  const held = new EventEmitter()
  const sessions = new Map<string, SessionCaller>()
  const uses: string[] = []
  const { server, url } = await listen((request, response) => {
    const { method = '', url = '' } = request
    const [path = ''] = url.split('?')
    const principal = header(request, principalHeader)
    if (of === 'sites' && path.startsWith(hostnamePath)) {
      verifyPrincipal(key, of, principal, { operation: sitesInternalOperations.findHostname, method, path })
      return json(response, 200, { isSite: path === hostnamePath + siteHost })
    }
    if (of === 'identity' && path.startsWith(sessionPath)) {
      verifyPrincipal(key, of, principal, { operation: sessionInternalOperations.useSession, method, path })
      const hash = path.slice(sessionPath.length)
      uses.push(hash)
      return sessions.has(hash)
        ? json(response, 200, sessions.get(hash))
        : json(response, 404, { error: { code: 404, message: 'The session was not found.' } })
    }
    verifyPrincipal(key, of, principal, { operation, method, path })
    fetched += 1
    const keys = [...(of === 'identity' ? secrets.publicKeys : secrets.sitePublicKeys)]
    held.emit('fetch')
    void until.then(() => json(response, 200, { keys }))
  })
  return {
    url,
    fetched: () => fetched,
    /** The sessions that exist, by the hashes of their secrets. */
    sessions,
    /** The hashes that gateways have asked about. */
    uses,
    /** Delays answers with the currently published keys until `release`; `begun` resolves once a fetch waits. */
    hold() {
      const { promise, resolve: release } = Promise.withResolvers<void>()
      until = promise
      return { begun: once(held, 'fetch'), release }
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function listen(handle: (request: IncomingMessage, response: ServerResponse) => void) {
  const server: Server = createServer((request, response) => {
    try {
      handle(request, response)
    } catch (error) {
      json(response, 500, { error: { code: 500, message: String(error) } })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
