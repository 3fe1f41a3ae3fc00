import { Agent, type AgentOptions, type ClientRequest, type ClientRequestArgs, type IncomingMessage } from 'node:http'
import { createConnection, type NetConnectOpts, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { comeLast, connectToReplica } from './peer-addresses.ts'

/** A peer that accepts no connection within this time is unreachable: its address drops packets, or its host is down. */
const connectTimeoutMs = 2000
const probeEveryMs = 1000
/** A refused connection says that the peer was away then; the next request tries again. */
const refusedForMs = 10_000
/** A connection serves requests for this time, or down to half of it by chance: the next one may lead to another replica. */
const connectionAgeMs = 10_000

/** Other services, by host and port, as the connections of this process found them. */
interface Reach {
  /** Times by `performance.now()`. */
  connectedAt: number
  failedAt: number
  /** True while the address accepts nothing: requests are refused at once, and a probe looks whether it is back. */
  isSilent: boolean
}

const reaches = new Map<string, Reach>()

function reachOf(address: string): Reach {
  const known = reaches.get(address)
  if (known) return known
  const reach = { connectedAt: Number.NEGATIVE_INFINITY, failedAt: Number.NEGATIVE_INFINITY, isSilent: false }
  reaches.set(address, reach)
  return reach
}

/** The code is that of a host to which no route leads, so that it counts as an outage (`db/outage.ts`). */
class Unreachable extends Error {
  readonly code = 'EHOSTUNREACH'
}

/**
 * Connections to other services. One that is not accepted within 2 s fails, and so do later ones until a probe succeeds.
 * Requests take turns on kept connections, which end after some seconds, so that replicas that were added are asked too. A
 * replica that ends one of its connections is about to end the others: no request is sent on one that waits.
 */
export class PeerAgent extends Agent {
  readonly #keptUntil = new WeakMap<Duplex, number>()

  readonly #waiting = new WeakSet<Duplex>()
  readonly #maxAgeMs: number

  constructor({ maxAgeMs = connectionAgeMs, ...options }: AgentOptions & { maxAgeMs?: number }) {
    super({ scheduling: 'fifo', ...options })
    this.#maxAgeMs = maxAgeMs
  }

  override createConnection(options: ClientRequestArgs): Socket {
    const address = `${options.host}:${options.port}`
    if (reachOf(address).isSilent) return failing(new Unreachable(`${address} is known to accept no connections`))
    const socket = connect(address, options as NetConnectOpts)
    this.#keptUntil.set(socket, performance.now() + this.#maxAgeMs * (1 - Math.random() / 2))
    socket.once('end', () => this.#leave(socket))
    socket.once('error', (error) => 'syscall' in error && this.#leave(socket))
    // A waiting connection that is ended closes at once.
    socket.once('close', () => this.#waiting.has(socket) && this.#leave(socket))
    return socket
  }

  override keepSocketAlive(socket: Duplex): boolean {
    if (performance.now() >= (this.#keptUntil.get(socket) ?? 0)) return false
    this.#waiting.add(socket)
    // Its declared type lacks the result.
    return super.keepSocketAlive(socket) as unknown as boolean
  }

  override reuseSocket(socket: Duplex, request: ClientRequest): void {
    this.#waiting.delete(socket)
    super.reuseSocket(socket, request)
  }

  /**
   * Receives each answer when it begins. A replica that closes the connection after it is about to end; this process closes
   * such a connection itself, before it could notice that the replica does.
   */
  heed({ headers, socket }: IncomingMessage): void {
    if (headers.connection?.toLowerCase() === 'close') this.#leave(socket)
  }

  /** Ends the waiting connections to the replica that ended `socket`. */
  #leave({ remoteAddress, remotePort }: Socket): void {
    if (remoteAddress === undefined) return
    comeLast(remoteAddress, remotePort)
    for (const one of Object.values(this.freeSockets).flatMap((some) => some ?? [])) {
      if (one.remoteAddress !== remoteAddress || one.remotePort !== remotePort) continue
      this.#waiting.delete(one)
      one.destroy()
    }
  }
}

/** A socket that fails as soon as its request listens for that. The agent counts it, so that it serves its queue as ever. */
function failing(error: Error): Socket {
  // A socket that never connects takes nothing; one that is connecting keeps what is written until it fails.
  const socket = Object.assign(new Socket(), { connecting: true })
  setImmediate(() => socket.destroy(error))
  return socket
}

/** True if the last attempt to connect to the service at `url` failed; false if there was none. */
export function isAway(url: string): boolean {
  const { hostname, port } = new URL(url)
  const reach = reaches.get(`${hostname}:${port || 80}`)
  if (!reach || reach.isSilent) return reach !== undefined
  return reach.failedAt > reach.connectedAt && performance.now() - reach.failedAt < refusedForMs
}

function connect(address: string, options: NetConnectOpts): Socket {
  const reach = reachOf(address)
  const beganAt = performance.now()
  const socket = connectToReplica(createConnection, options)
  // A connection that was accepted while this process was busy is noticed before the check.
  const timer = setTimeout(() => setImmediate(expire), connectTimeoutMs).unref()
  function expire() {
    if (!socket.connecting) return
    // Others were accepted meanwhile: only this one was lost.
    if (reach.connectedAt < beganAt) becomeSilent(address, options)
    socket.destroy(new Unreachable(`${address} accepted no connection within ${connectTimeoutMs} ms`))
  }
  socket.once('connect', () => {
    clearTimeout(timer)
    reach.connectedAt = performance.now()
    reach.isSilent = false
  })
  socket.once('close', () => {
    clearTimeout(timer)
    if (reach.connectedAt < beganAt) reach.failedAt = performance.now()
  })
  return socket
}

/** Refuses requests to an address until a connection to it is accepted. */
function becomeSilent(address: string, options: NetConnectOpts): void {
  const reach = reachOf(address)
  if (reach.isSilent) return
  reach.isSilent = true
  const probe = () => {
    const socket = connect(address, options).unref()
    socket.once('error', () => undefined)
    socket.once('connect', () => socket.destroy())
    socket.once('close', () => {
      if (reach.isSilent) setTimeout(probe, probeEveryMs).unref()
    })
  }
  probe()
}
