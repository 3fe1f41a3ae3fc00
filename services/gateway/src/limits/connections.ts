import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { Refusal, widerNetworkOf } from '@quire/kit/edge'
import type { RequestHandler } from 'express'
import { ipKeyGenerator } from 'express-rate-limit'

/** Open connections from all addresses together. */
const maxConnections = 10_000
/** The networks of one wider network of IPv6 may have as many connections as so many addresses. */
const timesOfWider = 4

interface ConnectionLimits {
  /** Connections from one IPv4 address, or from the network of an IPv6 address. */
  maxPerAddress: number
  /** True if the address is a proxy in front, which has connections for many clients. */
  isTrusted: (address: string) => boolean
}

/** Bounds the open connections of each address: further ones get 429, and are closed at once beyond twice the bound. */
export function connectionLimit({ maxPerAddress, isTrusted }: ConnectionLimits) {
  const open = new Map<string, number>()
  const surplus = new WeakSet<Socket>()

  function count(socket: Socket) {
    const address = socket.remoteAddress
    if (address === undefined || isTrusted(address)) return
    const network = ipKeyGenerator(address)
    const wider = widerNetworkOf(network)
    const shares = [add(socket, network), ...(wider === undefined ? [] : [add(socket, wider) / timesOfWider])]
    const before = Math.max(...shares)
    if (before >= 2 * maxPerAddress) socket.destroy()
    else if (before >= maxPerAddress) surplus.add(socket)
  }

  /** Counts a connection until it closes; returns the number of others. */
  function add(socket: Socket, network: string): number {
    const before = open.get(network) ?? 0
    open.set(network, before + 1)
    socket.once('close', () => release(network))
    return before
  }

  function release(network: string) {
    const left = (open.get(network) ?? 0) - 1
    if (left > 0) open.set(network, left)
    else open.delete(network)
  }

  const refuse: RequestHandler = (request, _response, next) => {
    if (!surplus.has(request.socket)) return next()
    const message = `Your address has more than ${maxPerAddress} connections: use fewer, and each for several requests.`
    throw new Refusal(429, message, { 'Retry-After': '1', Connection: 'close' }, 'connections')
  }

  return {
    refuse,
    watch(server: Server) {
      server.maxConnections = maxConnections
      server.on('connection', count)
    },
  }
}
