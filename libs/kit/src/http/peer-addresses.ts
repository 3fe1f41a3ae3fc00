import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns'
import type { LookupFunction, NetConnectOpts, Socket } from 'node:net'

/** The time for which an address comes last that took no connection or ended one: its replica stops, or is away. */
const lastForMs = 10_000
/** The time for an address, if there is another: a busy process must not take a healthy replica for one that is away. */
const attemptTimeoutMs = 1000

/** Connections that are open or being opened, by address and port of a replica. */
const open = new Map<string, number>()
/** Times at which replicas failed, by `performance.now()`, oldest first. */
const failures = new Map<string, number>()

const keyOf = (address: string, port: unknown) => `${address} ${port}`

function count(key: string, change: 1 | -1): void {
  const connections = (open.get(key) ?? 0) + change
  if (connections > 0) open.set(key, connections)
  else open.delete(key)
}

/** Has other addresses tried first for a while. */
export function comeLast(address: string, port: unknown): void {
  failures.delete(keyOf(address, port))
  failures.set(keyOf(address, port), performance.now())
}

/** Returns the addresses in the order in which they are tried. */
function inOrder(found: LookupAddress[], port: unknown): LookupAddress[] {
  for (const [key, failedAt] of failures) if (performance.now() - failedAt > lastForMs) failures.delete(key)
  return found
    .map((one) => ({ one, key: keyOf(one.address, port) }))
    .map(({ one, key }) => ({ one, rank: [failures.get(key) ?? 0, open.get(key) ?? 0, Math.random()] }))
    .toSorted(
      (a, b) => a.rank.map((value, at) => value - (b.rank[at] ?? 0)).find((difference) => difference !== 0) ?? 0,
    )
    .map(({ one }) => one)
}

/**
 * Connects to one of the addresses that a name has now: to that with the fewest connections of this process, by chance
 * among equals, so that a replica that was added soon has its share. Addresses that failed lately come last, the latest
 * failure at the end. The next address follows where one takes no connection.
 */
export function connectToReplica(
  createConnection: (options: NetConnectOpts) => Socket,
  options: NetConnectOpts & { port?: number | string | null },
): Socket {
  const { port } = options
  let counted: string | undefined
  const countAs = (key: string | undefined) => {
    if (counted !== undefined) count(counted, -1)
    if (key !== undefined) count(key, 1)
    counted = key
  }
  const lookupNow: LookupFunction = (name, { all: _, ...asked }, done) =>
    lookup(name, { ...asked, all: true } as LookupAllOptions, (error, found) => {
      const ordered = error ? [] : inOrder(found, port)
      const [first] = ordered
      if (first && !socket.destroyed) countAs(keyOf(first.address, port))
      done(error, ordered)
    })
  const choosing = { lookup: lookupNow, autoSelectFamily: true, autoSelectFamilyAttemptTimeout: attemptTimeoutMs }
  const socket = createConnection({ ...options, ...choosing } as NetConnectOpts)
  socket.on('connectionAttemptFailed', (address) => comeLast(address, port))
  socket.on('connectionAttemptTimeout', (address) => comeLast(address, port))
  socket.once('connect', () => countAs(keyOf(socket.remoteAddress ?? '', port)))
  socket.once('close', () => countAs(undefined))
  return socket
}
