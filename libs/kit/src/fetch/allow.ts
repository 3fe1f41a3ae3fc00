import { z } from 'zod'

/** Exceptions to the guard: `host:port` as a URL normalises them. */
export type OutboundAllow = ReadonlySet<string>

const defaultPorts: Record<string, string> = { 'http:': '80', 'https:': '443' }

/** Host and port of a URL, with the port written out even if it is the default. */
export const hostAndPort = (url: URL) => `${url.hostname}:${url.port || defaultPorts[url.protocol]}`

/**
 * The variable OUTBOUND_ALLOW: `host:port,host:port`, each exact; an IPv6 host in brackets.
 * For a service's configuration: `BaseConfig.extend({ OUTBOUND_ALLOW: OutboundAllow })`.
 */
export const OutboundAllow = z
  .string()
  .default('')
  .transform((text, context): OutboundAllow => {
    const entries = text.split(',').map((entry) => entry.trim())
    return new Set(entries.filter(Boolean).map((entry) => parseEntry(entry, context)))
  })

function parseEntry(entry: string, context: z.RefinementCtx): string {
  const url = /^[^/?#@\s]+:\d{1,5}$/.test(entry) && URL.canParse(`http://${entry}`) && new URL(`http://${entry}`)
  if (url && !url.hostname.endsWith('.')) return hostAndPort(url)
  context.addIssue({ code: 'custom', message: `"${entry}" is not host:port` })
  return z.NEVER
}
