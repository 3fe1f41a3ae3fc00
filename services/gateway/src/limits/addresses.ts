import { isIP } from 'node:net'
import { widerNetworkOf } from '@quire/kit/edge'
import type { Request } from 'express'
import { ipKeyGenerator } from 'express-rate-limit'
import { z } from 'zod'

/** Express reads the headers of proxies again each time that it is asked for the address; limits ask four times. */
const networks = new WeakMap<Request, string>()

/** Returns the IPv4 address of a request, or the network of its IPv6 address, because a client has many of those. */
export function networkOf(request: Request): string {
  const known = networks.get(request)
  if (known !== undefined) return known
  const network = ipKeyGenerator(request.ip ?? '')
  networks.set(request, network)
  return network
}

/** Returns the network of 48 bits around the IPv6 address of a request, which one customer may have; none for IPv4. */
export const widerNetworkOfRequest = (request: Request) => widerNetworkOf(networkOf(request))

/** Names of networks that express knows. */
const named = new Set(['loopback', 'linklocal', 'uniquelocal'])

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

const Networks = z
  .string()
  .transform((text) => text.split(',').map((one) => one.trim()))
  .refine((list) => list.every((one) => named.has(one) || isNetwork(one)), {
    message: 'must be addresses or networks of proxies, separated by commas, or how many proxies there are',
  })

/** Proxies in front whose `X-Forwarded-For` is trusted: their addresses, or their number. */
export const TrustedProxies = z.union([z.string().regex(/^\d+$/).transform(Number), Networks]).optional()
