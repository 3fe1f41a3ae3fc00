import type { Request } from 'express'
import { ipKeyGenerator } from 'express-rate-limit'

/** The address of a request; of an IPv6 address its network, because a client has many addresses there. */
export const networkOf = ({ ip = '' }: Request) => ipKeyGenerator(ip)
