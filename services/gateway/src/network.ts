import type { Request } from 'express'
import { ipKeyGenerator } from 'express-rate-limit'

/** Returns the IPv4 address of a request, or the network of its IPv6 address, because a client has many of those. */
export const networkOf = ({ ip = '' }: Request) => ipKeyGenerator(ip)
