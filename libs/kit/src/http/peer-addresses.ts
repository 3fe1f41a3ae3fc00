import { type LookupAddress, lookup } from 'node:dns'
import type { LookupFunction, NetConnectOpts, Socket } from 'node:net'

/** The time for which an address comes last that took no connection or ended one: its replica stops, or is away. */
const lastForMs = 10_000

/** Replicas of other services, by address and port. Addresses without connections or failures are not kept. */
interface Replica {
  /** Connections that are open, or being opened. */
  open: number
  /** Ends the time for which the address comes last. */
  failed: NodeJS.Timeout | undefined
}

const replicas = new Map<string, Replica>()

const keyOf = (address: string, port: unknown) => `${address} ${port}`
const openTo = (key: string) => replicas.get(key)?.open ?? 0
const hasFailed = (key: string) => replicas.get(key)?.failed !== undefined

function change(key: string, how: (replica: Replica) => void): void {
  const replica = replicas.get(key) ?? { open: 0, failed: undefined }
  how(replica)
  if (replica.open > 0 || replica.failed) replicas.set(key, replica)
  else replicas.delete(key)
}

/** Has other addresses tried first for a while. */
export function comeLast(address: string, port: unknown): void {
  const key = keyOf(address, port)
  change(key, (replica) => {
    clearTimeout(replica.failed)
    const over = () =>
      change(key, (one) => {
        one.failed = undefined
      })
    replica.failed = setTimeout(over, lastForMs).unref()
  })
}

/**
 * Connects to one of the addresses that a name has now: to that with the fewest connections of this process, by chance
 * among equals, so that a replica that was added soon has its share. The next address follows where one takes no
 * connection.
 */
export function connectToReplica(
  createConnection: (options: NetConnectOpts) => Socket,
  options: NetConnectOpts & { port?: number | string | null },
): Socket {
  let counted: string | undefined
  const countAs = (key: string | undefined) => {
    for (const [one, by] of [
      [counted, -1],
      [key, 1],
    ] as const) {
      if (one !== undefined)
        change(one, (replica) => {
          replica.open += by
        })
    }
    counted = key
  }
  const { port } = options
  const order = (found: LookupAddress[]) =>
    found
      .map((one) => ({ one, key: keyOf(one.address, port), chance: Math.random() }))
      .toSorted(
        (a, b) =>
          Number(hasFailed(a.key)) - Number(hasFailed(b.key)) || openTo(a.key) - openTo(b.key) || a.chance - b.chance,
      )
  const lookupNow: LookupFunction = (name, { hints, family }, done) =>
    lookup(
      name,
      { ...(hints !== undefined && { hints }), ...(family !== undefined && { family }), all: true },
      (error, found) => {
        if (error) return done(error, [])
        const ordered = order(found)
        if (!socket.destroyed) countAs(ordered[0]?.key)
        done(
          null,
          ordered.map(({ one }) => one),
        )
      },
    )
  const socket = createConnection({ ...options, lookup: lookupNow, autoSelectFamily: true } as NetConnectOpts)
  socket.on('connectionAttemptFailed', (address) => comeLast(address, port))
  socket.on('connectionAttemptTimeout', (address) => comeLast(address, port))
  socket.once('connect', () => countAs(keyOf(socket.remoteAddress ?? '', port)))
  socket.once('close', () => countAs(undefined))
  return socket
}
