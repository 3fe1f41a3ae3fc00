import type { Request } from 'express'
import { ipKeyGenerator } from 'express-rate-limit'

/** The address of a request; of an IPv6 one its network, since whoever has one address there has many. */
export const networkOf = ({ ip = '' }: Request) => ipKeyGenerator(ip)
