import { isIP } from 'node:net'
import { SiteHostname } from '@quire/contracts'
import { z } from 'zod'

const listOf = (text: string) => text.split(',').flatMap((one) => one.trim() || [])

/** `127.0.0.1`, `127.0.0.1:5353`, `[::1]:5353`: the forms that the resolver takes. */
function isServer(text: string): boolean {
  const [, bracketed, bare, port] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/.exec(text) ?? []
  return isIP(bracketed ?? bare ?? '') > 0 && Number(port ?? 53) <= 65_535
}

/** What sites reads of its environment where hosts of their own are concerned. */
export const HostnamesConfig = z.object({
  /** Beneath it each site has a name, which hosts of their own may point at. */
  SITES_HOST: z.string().toLowerCase().pipe(SiteHostname).optional(),
  /** Names beneath PUBLIC_URL's or SITES_HOST that organizations may take, separated by commas. */
  HOSTNAMES_ALLOW: z.string().toLowerCase().default('').transform(listOf),
  /** Servers to ask instead of the system's: addresses, with ports or without, separated by commas. */
  DNS_SERVERS: z
    .string()
    .default('')
    .transform(listOf)
    .refine((servers) => servers.every(isServer), 'must be addresses of DNS servers, separated by commas'),
})
export type HostnamesConfig = z.output<typeof HostnamesConfig>
