import type { GitSync } from '@quire/contracts'

type Host = GitSync['host']

/** The user names that servers take together with a token, for people who have a token alone. */
const userNames: Record<Host, string> = {
  github: 'x-access-token',
  gitlab: 'oauth2',
  bitbucket: 'x-token-auth',
  gitea: 'git',
  other: 'git',
}

const hostNames: [RegExp, Host][] = [
  [/(^|\.)github\./, 'github'],
  [/(^|\.)gitlab\./, 'gitlab'],
  [/(^|\.)bitbucket\./, 'bitbucket'],
  [/(^|\.)(gitea|forgejo|codeberg)\./, 'gitea'],
]

/** Returns the kind of server that an address of HTTPS or SSH most likely leads to. */
export function hostOf(address: string): Host {
  const name = URL.canParse(address) ? new URL(address).hostname : (/^(?:[^@/]+@)?([^:/]+):/.exec(address)?.[1] ?? '')
  return hostNames.find(([pattern]) => pattern.test(name))?.[1] ?? 'other'
}

/** True if the server is reached over HTTPS, with a token; SSH has a key of its own. */
export const takesToken = (address: string): boolean =>
  URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)

/**
 * True if an address of HTTPS has credentials in it, or begins to: only a port follows a colon otherwise. Like
 * `URL`, it takes capitals, spaces around the address, and other slashes or none.
 */
export const hasCredentials = (address: string): boolean =>
  /^https?:[/\\]*[^/\\]*(?:@|:(?!\d*(?:[/\\]|$)))/i.test(address.trim())

/** Returns the address with the credentials in it; as it is without a token. */
export function withCredentials(address: string, { host, user, token }: { host: Host; user: string; token: string }) {
  if (token === '' || !takesToken(address)) return address
  const url = new URL(address)
  url.username = encodeURIComponent(user || userNames[host])
  url.password = encodeURIComponent(token)
  return url.href
}
