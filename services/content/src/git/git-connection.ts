import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getCACertificates } from 'node:tls'
import { conflict, type ForwardProxy } from '@quire/kit'
import type { GitRemote } from './git-remote.ts'

/** How git reaches a server. */
export interface ConnectionTerms {
  /** A folder of this run alone, git's home. */
  home: string
  /** The private key of SSH, in the form of OpenSSH, and the server's keys that are known. */
  ssh?: { keyFile: string; knownHostsFile: string; isStrict: boolean } | undefined
  proxy?: ForwardProxy
}

/**
 * Settings that hold for every call, before those of the connection: no hooks, no helpers, no maintenance, nothing that
 * follows what a repository says.
 */
export const settings: readonly (readonly [string, string])[] = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.attributesFile', '/dev/null'],
  ['core.bigFileThreshold', '16m'],
  ['core.packedGitLimit', '256m'],
  ['pack.threads', '1'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['submodule.recurse', 'false'],
  ['fetch.recurseSubmodules', 'false'],
  ['transfer.unpackLimit', '1'],
  ['fetch.unpackLimit', '1'],
  ['commit.gpgSign', 'false'],
  ['protocol.version', '2'],
  ['http.followRedirects', 'initial'],
  ['http.proxyAuthMethod', 'basic'],
  ['http.lowSpeedLimit', '100'],
  ['http.lowSpeedTime', '60'],
  ['http.userAgent', 'Quire'],
]

/** Returns the environment of git that reaches a remote, through the proxy alone and with its credentials. */
export async function connectionOf(
  { url, transport, credentials }: GitRemote,
  { home, ssh, proxy }: ConnectionTerms,
): Promise<Record<string, string>> {
  if (!proxy) throw new Error('git connects through a proxy only')
  const config = [...settings, ['protocol.allow', 'never'] as const, [`protocol.${transport}.allow`, 'always'] as const]
  if (transport === 'ssh') return { ...configured(config), ...sshWith(ssh, proxy) }
  config.push(['http.proxy', proxy.url], ['http.sslCAInfo', await certificatesIn(home)])
  if (credentials) config.push([`credential.${new URL(url).origin}.helper`, helper])
  return {
    ...configured(config),
    ...(credentials && { QUIRE_GIT_USERNAME: credentials.username, QUIRE_GIT_PASSWORD: credentials.password }),
  }
}

/** Answers with the credentials of the environment; git asks it for the remote's host alone. */
const helper = `!f() { test "$1" = get && printf 'username=%s\\npassword=%s\\n' "$QUIRE_GIT_USERNAME" "$QUIRE_GIT_PASSWORD"; }; f`

/** Returns the environment that has these settings. */
export const configured = (config: readonly (readonly [string, string])[]) =>
  Object.fromEntries([
    ['GIT_CONFIG_COUNT', String(config.length)],
    ...config.flatMap(([key, value], at) => [
      [`GIT_CONFIG_KEY_${at}`, key],
      [`GIT_CONFIG_VALUE_${at}`, value],
    ]),
  ])

const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`

function sshWith(ssh: ConnectionTerms['ssh'], proxy: ForwardProxy): Record<string, string> {
  if (!ssh)
    throw conflict(
      'The space has no key for SSH at this repository, branch and folder: set up their synchronization, and add the key to the repository.',
    )
  const through = [process.execPath, join(import.meta.dirname, 'connect-through-proxy.ts')].map(quoted).join(' ')
  const options = {
    ...{ BatchMode: 'yes', IdentitiesOnly: 'yes', IdentityAgent: 'none', ForwardAgent: 'no', PermitLocalCommand: 'no' },
    ...{ ClearAllForwardings: 'yes', ControlMaster: 'no', ControlPath: 'none', ConnectTimeout: '30' },
    ...{ ServerAliveInterval: '20', ServerAliveCountMax: '3' },
    UserKnownHostsFile: ssh.knownHostsFile,
    GlobalKnownHostsFile: '/dev/null',
    StrictHostKeyChecking: ssh.isStrict ? 'yes' : 'accept-new',
    ProxyCommand: `${through} %h %p`,
  }
  const given = Object.entries(options).map(([name, value]) => `-o ${quoted(`${name}=${value}`)}`)
  return {
    GIT_SSH_COMMAND: `ssh -F /dev/null -i ${quoted(ssh.keyFile)} ${given.join(' ')}`,
    GIT_SSH_VARIANT: 'ssh',
    QUIRE_GIT_PROXY: proxy.url,
  }
}

/** Writes the authorities that the service's other fetches trust too, NODE_EXTRA_CA_CERTS included. */
async function certificatesIn(home: string): Promise<string> {
  const file = join(home, 'authorities.pem')
  await writeFile(file, getCACertificates('default').join('\n'))
  return file
}
