import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { Refusal } from '@quire/kit/edge'
import type { RequestHandler } from 'express'
import { ipKeyGenerator } from 'express-rate-limit'

/** All connections together, whoever they are from. */
const mostAtAll = 10_000

interface Terms {
  /** From one address, or the network of an IPv6 one. */
  most: number
  /** Whether the address is a proxy in front, which has connections for many. */
  isTrusted: (address: string) => boolean
}

/** Bounds the open connections of each address: those beyond get 429, and beyond twice as many none is kept. */
export function connectionBound({ most, isTrusted }: Terms) {
  const open = new Map<string, number>()
  const surplus = new WeakSet<Socket>()

  function count(socket: Socket) {
    const address = socket.remoteAddress
    if (address === undefined || isTrusted(address)) return
    const network = ipKeyGenerator(address)
    const before = open.get(network) ?? 0
    open.set(network, before + 1)
    socket.once('close', () => leave(network))
    if (before >= 2 * most) socket.destroy()
    else if (before >= most) surplus.add(socket)
  }

  function leave(network: string) {
    const left = (open.get(network) ?? 0) - 1
    if (left > 0) open.set(network, left)
    else open.delete(network)
  }

  const refuse: RequestHandler = (request, _response, next) => {
    if (!surplus.has(request.socket)) return next()
    const message = `Your address has more than ${most} connections: use fewer, and each for several requests.`
    throw new Refusal(429, message, { 'Retry-After': '1', Connection: 'close' })
  }

  return {
    refuse,
    watch(server: Server) {
      server.maxConnections = mostAtAll
      server.on('connection', count)
    },
  }
}
