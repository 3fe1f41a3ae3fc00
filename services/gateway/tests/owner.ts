import { EventEmitter } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { identityInternalOperations, type Operation } from '@quire/contracts'
import { header, principalHeader, routeTable, secretKey, verifyPrincipal } from '@quire/kit'
import { testOperations } from './operations.ts'
import type { Secrets } from './secrets.ts'

type Answer = (request: IncomingMessage, response: ServerResponse, echo: object) => void

function json(response: ServerResponse, status: number, body: unknown, headers?: Record<string, string>) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

/** The sequence that a test wants its write to have, and what it is to revoke, if any. */
function told(request: IncomingMessage) {
  const sequence = header(request, 'prefer')
  const revoked = header(request, 'if-match')
  return {
    ...(sequence !== undefined && { 'x-quire-position': `stream-a|${sequence}` }),
    ...(revoked !== undefined && { 'x-quire-revoked': revoked }),
  }
}

async function size(request: IncomingMessage): Promise<number> {
  let bytes = 0
  for await (const chunk of request) bytes += chunk.length
  return bytes
}

export interface Owner {
  url: string
  /** `open` with the response of an event stream; `abort` when its reader went away. */
  streams: EventEmitter
  silent: EventEmitter
  close(): void
}

/** A service that believes nothing but principals, and answers with what it was sent. */
export async function startOwner(secrets: Secrets): Promise<Owner> {
  const key = secretKey({ SECRETS_DIR: secrets.dir }, 'principal-content.key')
  const find = routeTable(testOperations)
  const streams = new EventEmitter()
  const silent = new EventEmitter()
  const answers: Record<string, Answer> = {
    async write(request, response, echo) {
      json(response, 201, { ...echo, received: await size(request) }, told(request))
    },
    async remove(request, response) {
      const received = await size(request)
      response.writeHead(205, { ...told(request), 'x-received': received }).end()
    },
    refuse: (_, response) => json(response, 413, { error: { code: 413, message: 'The body is too large.' } }),
    silent: (_, response) => silent.emit('request', response),
    broken: (request) => request.socket.destroy(),
    cut(request, response) {
      response.writeHead(200, { 'content-length': '100' }).write('half')
      request.socket.end()
    },
    stream(_, response) {
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
    const answer = answers[operation.id] ?? (() => json(response, 200, echo, { 'x-request-id': 'of the service' }))
    answer(request, response, echo)
  }).then(({ server, url }) => ({
    url,
    streams,
    silent,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }))
}

/** Identity's part for the gateway: its keys, for those who hold the internal key. */
export async function startKeys(secrets: Secrets) {
  const key = secretKey({ SECRETS_DIR: secrets.dir }, 'internal.key')
  const operation = identityInternalOperations.getSigningKeys
  let fetched = 0
  const { server, url } = await listen((request, response) => {
    const { method = '', url: path = '' } = request
    verifyPrincipal(key, 'identity', header(request, principalHeader), { operation, method, path })
    fetched += 1
    json(response, 200, { keys: secrets.publicKeys })
  })
  return {
    url,
    fetched: () => fetched,
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
