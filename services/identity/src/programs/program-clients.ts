import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { OAuthRefusal } from '@quire/kit'
import { z } from 'zod'
import { inertText } from '../mail/inert-text.ts'

/**
 * A program that wants to read internal sites, as it describes itself. Nothing in its name ends the quotation in which
 * people read it, or turns the words around it.
 */
const ProgramClient = z
  .tuple([z.string(), z.array(z.string())])
  .transform(([name, redirects]) => ({ name: inertText(name) || 'A program', redirects }))
export type ProgramClient = z.output<typeof ProgramClient>

/** The id is part of addresses, whose length clients and proxies bound. */
const maxLength = 2000

const loopback = ['localhost', '127.0.0.1', '[::1]']
/** Schemes that run or show something instead of starting the program that owns them. */
const refused = ['javascript:', 'data:', 'vbscript:', 'blob:', 'file:', 'filesystem:', 'about:', 'view-source:']

/**
 * Returns the id of a program: its name and addresses, with a code over both by a key of the installation. So nothing is
 * stored of a program that nobody lets in. Throws `invalid_redirect_uri`.
 */
export function clientIdOf(key: KeyObject, { name, redirects }: ProgramClient): string {
  for (const one of redirects) requireRedirect(one)
  const body = Buffer.from(JSON.stringify([name, redirects])).toString('base64url')
  if (body.length > maxLength)
    throw new OAuthRefusal('invalid_client_metadata', 'The name and the addresses are too long together.')
  return `${body}.${codeOf(key, body)}`
}

/** Returns the program of an id; throws `invalid_client` if this installation did not make the id. */
export function readClient(key: KeyObject, id: string): ProgramClient {
  const [body = '', code = '', ...more] = id.split('.')
  const [given, wanted] = [Buffer.from(code), Buffer.from(codeOf(key, body))]
  const isOurs = more.length === 0 && given.length === wanted.length && timingSafeEqual(given, wanted)
  if (!isOurs) throw new OAuthRefusal('invalid_client', 'This client is not registered here: register it again.')
  return ProgramClient.parse(JSON.parse(Buffer.from(body, 'base64url').toString()))
}

const codeOf = (key: KeyObject, body: string) => createHmac('sha256', key).update(`program ${body}`).digest('base64url')

/** Addresses are reached over TLS, on the person's own device, or by a scheme that a program owns there. */
function requireRedirect(address: string): void {
  if (!URL.canParse(address)) throw wrongRedirect('must be an absolute address')
  const { protocol, hostname, hash, username, password } = new URL(address)
  if (hash !== '' || address.includes('#') || username !== '' || password !== '')
    throw wrongRedirect('must have no fragment and no credentials')
  if (refused.includes(protocol)) throw wrongRedirect(`cannot have the scheme "${protocol}"`)
  if (['http:', 'ws:', 'ftp:'].includes(protocol) && !loopback.includes(hostname))
    throw wrongRedirect('must use https, unless it is at localhost')
}

const wrongRedirect = (problem: string) => new OAuthRefusal('invalid_redirect_uri', `redirect_uris: ${problem}`)

/** True if the program named this address; a program on the person's device listens at any port (RFC 8252, section 7.3). */
export function hasRedirect({ redirects }: ProgramClient, address: string): boolean {
  return redirects.some((one) => one === address || (isLoopback(one) && withoutPort(one) === withoutPort(address)))
}

const isLoopback = (address: string) => {
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && loopback.includes(hostname)
}

function withoutPort(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  url.port = ''
  return url.href
}

/** Names what gets the permission: a host, or a scheme of a program; undefined for one on the person's device. */
export function recipientOf(redirect: string): string | undefined {
  const { protocol, host } = new URL(redirect)
  if (isLoopback(redirect)) return undefined
  return protocol === 'https:' ? host : protocol
}
