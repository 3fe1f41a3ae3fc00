import { isIP } from 'node:net'
import { SiteHostname } from '@quire/contracts'
import { z } from 'zod'
import { createDnsLookup, type DnsLookup } from './dns.ts'

const listOf = (text: string) => text.split(',').flatMap((one) => one.trim() || [])

/** True for the forms that the resolver takes: `127.0.0.1`, `127.0.0.1:5353`, `[::1]:5353`. */
function isServer(text: string): boolean {
  const [, bracketed, bare, port] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/.exec(text) ?? []
  return isIP(bracketed ?? bare ?? '') > 0 && Number(port ?? 53) <= 65_535
}

/** Settings of custom hostnames. */
export const HostnamesConfig = z.object({
  SITES_HOST: z
    .string()
    .toLowerCase()
    .pipe(SiteHostname)
    .optional()
    .describe('Name beneath which hosts of sites point ([hosts of sites](../operations.md#hosts-of-sites)).'),
  HOSTNAMES_ALLOW: z
    .string()
    .toLowerCase()
    .default('')
    .transform(listOf)
    .describe('Names beneath the host of `PUBLIC_URL` or `SITES_HOST` that sites may have, separated by commas.'),
  DNS_SERVERS: z
    .string()
    .default('')
    .transform(listOf)
    .refine((servers) => servers.every(isServer), 'must be addresses of DNS servers, separated by commas')
    .describe(
      'DNS servers that are asked for the owner of a host, as `address` or `address:port`, separated by commas; those of the system if it is not set.',
    ),
})
export type HostnamesConfig = z.output<typeof HostnamesConfig>

/** The dependency of features that change custom hostnames. */
export interface HostnameNeeds {
  hostnames: {
    lookUp: DnsLookup
    sitesHost: string | undefined
    allowed: readonly string[]
  }
}

export const openHostnames = (config: HostnamesConfig): HostnameNeeds['hostnames'] => ({
  lookUp: createDnsLookup(config.DNS_SERVERS),
  sitesHost: config.SITES_HOST,
  allowed: config.HOSTNAMES_ALLOW,
})
