import { badRequest, type OutboundAllow, requireEndpoint } from '@quire/kit'
import { hostsOfScript } from '../scripts/known-hosts.ts'
import type { ScriptNeeds } from '../scripts/site-scripts.ts'

/** The facts that decide which values the integrations that Quire ships take. */
export interface ShippedNeeds extends ScriptNeeds {
  /** OUTBOUND_ALLOW, parsed. */
  outboundAllow: OutboundAllow
}

const minSecretLength = 16

/**
 * Checks what the schemas of the integrations that Quire ships cannot say: the address of a webhook can receive events,
 * its secret is long, and the host of a script is allowed. Throws 400 naming the property.
 */
export function requireShipped(
  integration: string,
  { url, secret }: Record<string, unknown>,
  { outboundAllow, scripts }: ShippedNeeds,
): void {
  if (integration === 'webhook') {
    if (typeof url === 'string') requireEndpoint(url, outboundAllow, 'body.configuration.url')
    // A mask is shorter, and stands for a secret that was checked.
    if (typeof secret === 'string' && secret.length < minSecretLength && !/^•+$/.test(secret))
      throw badRequest('body.configuration.secret', `must have ${minSecretLength} characters or more`)
  }
  if (integration === 'script' && typeof url === 'string') {
    const address = URL.parse(url)
    if (!address || !hostsOfScript(address, scripts.hosts))
      throw badRequest(
        'body.configuration.url',
        'must be an https address at a host of analytics or chats that this server knows, or that SITE_SCRIPT_HOSTS names',
      )
  }
}
