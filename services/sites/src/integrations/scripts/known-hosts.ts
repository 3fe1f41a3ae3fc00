import type { IntegrationPolicyDirective } from '@quire/contracts'

/** The hosts that a script needs, by directive. */
export type ScriptHosts = Partial<Record<IntegrationPolicyDirective, readonly string[]>>

/** Hosts of analytics and chats that sites may load scripts from, with what their scripts load in turn. */
const knownHosts: Readonly<Record<string, ScriptHosts>> = {
  'plausible.io': { 'connect-src': ['https://plausible.io'] },
  'cloud.umami.is': { 'connect-src': ['https://cloud.umami.is', 'https://api-gateway.umami.dev'] },
  'cdn.usefathom.com': { 'connect-src': ['https://cdn.usefathom.com'], 'img-src': ['https://cdn.usefathom.com'] },
  'static.cloudflareinsights.com': { 'connect-src': ['https://cloudflareinsights.com'] },
  'www.googletagmanager.com': {
    'connect-src': [
      'https://www.googletagmanager.com',
      'https://*.google-analytics.com',
      'https://*.analytics.google.com',
    ],
    'img-src': ['https://www.googletagmanager.com', 'https://*.google-analytics.com'],
  },
  'client.crisp.chat': {
    'script-src': ['https://settings.crisp.chat'],
    'connect-src': ['https://client.crisp.chat', 'wss://client.relay.crisp.chat'],
    'style-src': ['https://client.crisp.chat'],
    'font-src': ['https://client.crisp.chat'],
    'img-src': ['https://client.crisp.chat', 'https://image.crisp.chat'],
  },
  'widget.intercom.io': {
    'script-src': ['https://js.intercomcdn.com'],
    'connect-src': ['https://*.intercom.io', 'wss://*.intercom.io'],
    'font-src': ['https://fonts.intercomcdn.com'],
    'img-src': ['https://*.intercomcdn.com', 'https://*.intercomassets.com'],
  },
}

/**
 * Returns the hosts that a script of an address needs besides its own; undefined if scripts of this host are not allowed.
 * @param allowed further hosts, as `SITE_SCRIPT_HOSTS` names them: their scripts may connect to them
 */
export function hostsOfScript(url: URL, allowed: readonly string[]): ScriptHosts | undefined {
  if (url.protocol !== 'https:') return undefined
  if (Object.hasOwn(knownHosts, url.host)) return knownHosts[url.host]
  return allowed.includes(url.host) ? { 'connect-src': [url.origin], 'img-src': [url.origin] } : undefined
}
