import { isIP } from 'node:net'
import { badRequest } from '@quire/kit'

interface Ours {
  publicUrl: string
  sitesHost: string | undefined
  allowed: readonly string[]
}

/** Throws 400 for a name that can be no site's, whatever DNS says of it; `hostname` fits the contract. */
export function requireHostname(hostname: string, ours: Ours): void {
  const problem = problemOf(hostname, ours)
  if (problem !== undefined) throw badRequest('body.hostname', problem)
}

function problemOf(hostname: string, { publicUrl, sitesHost, allowed }: Ours): string | undefined {
  // Browsers read a name whose last part is a number as an address.
  const read = URL.parse(`http://${hostname}/`)?.hostname
  if (read !== hostname || isIP(read) > 0) return 'must be a name that browsers open'
  if (hostname.endsWith('.localhost')) return 'must not be a name of the machine itself'
  const own = [new URL(publicUrl).hostname, ...(sitesHost === undefined ? [] : [sitesHost])]
  const isOurs = own.some((one) => hostname === one || hostname.endsWith(`.${one}`))
  return isOurs && !(allowed.includes(hostname) && !own.includes(hostname)) ? 'belongs to this installation' : undefined
}
