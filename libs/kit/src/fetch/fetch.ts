import type { Agent, Dispatcher } from 'undici'
import { Refusal } from '../refusals.ts'
import { addressOfHost, hostAndPort, isPublicAddress, type OutboundAllow } from './allow.ts'
import { AddressRefused, guardedAgent, type Resolve } from './connect.ts'
import { type FetchAnswer, FetchRefused } from './refused.ts'

const notPublic = 'leads to an address that is not public, which this server does not fetch from'

export interface GuardedGet {
  /** The input that holds the URL, for refusals: `body.url`. */
  field: string
  /** The maximum size of the body. */
  maxBytes: number
  /** The timeout of the whole request, redirects and body included. */
  timeoutMs: number
  /** The longest wait for the answer, and for each next piece of the body; `timeoutMs` if absent. */
  idleTimeoutMs?: number
  /** Aborts when the caller disconnects. */
  signal?: AbortSignal
  /** 5 if absent. */
  maxRedirects?: number
  /** True if a redirect may be followed; all may if absent. */
  follows?: (url: URL) => boolean
  /** The `Accept` header. */
  accept?: string
  /** The ETag of the content that the caller has: if it is still current, nothing is transferred. */
  knownEtag?: string | undefined
  /** Further headers, such as credentials; a redirect to another origin does not get them. */
  headers?: Readonly<Record<string, string>>
  /** Receives the body piece by piece, one after the other; `body` of the answer is then empty. */
  write?: (piece: Buffer) => Promise<unknown>
}

export interface GuardedFetchOptions extends GuardedGet, GuardedClientOptions {}

interface GuardedClientOptions {
  /** OUTBOUND_ALLOW, parsed. */
  allow: OutboundAllow
  /** Resolves names to addresses; by the system if absent. */
  resolve?: Resolve
}

interface FetchResult {
  body: Buffer
  /** The type that the server claims, which is not to be trusted; empty if it claims none. */
  contentType: string
  /** The address after all redirects. */
  url: string
  /** The server's validator of this content; empty if it sends none. */
  etag: string
  /** True if the caller's content is still current; `body` is then empty. */
  isKnown: boolean
}

/** Fetches several URLs over connections that it reuses until it is disposed. */
export interface GuardedClient extends AsyncDisposable {
  /**
   * GETs a URL that a person gave: http(s) and public addresses only, checked on the address it connects to and after
   * every redirect, within limits of size and time. Every failure is a FetchRefused, which is a 400 that names `field`
   * and never repeats what the server said.
   */
  get(url: string, options: GuardedGet): Promise<FetchResult>
}

export function guardedClient({ allow, resolve }: GuardedClientOptions): GuardedClient {
  let opening: Promise<Agent> | undefined
  return {
    async get(url, options) {
      const { field, signal: callerSignal, timeoutMs } = options
      const target = checkTarget(url, undefined, allow, field)
      const deadline = AbortSignal.timeout(timeoutMs)
      const signal = callerSignal ? AbortSignal.any([callerSignal, deadline]) : deadline
      opening ??= guardedAgent(allow, resolve)
      try {
        return await follow(target, { ...options, allow, signal, agent: await opening })
      } catch (error) {
        callerSignal?.throwIfAborted()
        throw error instanceof Refusal ? error : new FetchRefused(field, problemOf(error, deadline, timeoutMs))
      }
    },
    [Symbol.asyncDispose]: async () => (await opening)?.destroy(),
  }
}

/** GETs one URL, as a GuardedClient does. */
export async function guardedFetch(url: string, options: GuardedFetchOptions): Promise<FetchResult> {
  await using client = guardedClient(options)
  return await client.get(url, options)
}

type Attempt = GuardedGet & { allow: OutboundAllow; signal: AbortSignal; agent: Dispatcher }

async function follow(first: URL, attempt: Attempt): Promise<FetchResult> {
  const { agent, allow, field, signal, accept = '*/*', knownEtag, maxRedirects = 5, follows } = attempt
  const { idleTimeoutMs = attempt.timeoutMs, headers } = attempt
  const { request } = await import('undici')
  let url = first
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const response = await request(url, {
      dispatcher: agent,
      signal,
      headersTimeout: idleTimeoutMs,
      bodyTimeout: idleTimeoutMs,
      headers: {
        ...(url.origin === first.origin && headers),
        accept,
        'accept-encoding': 'identity',
        'user-agent': 'Quire',
        ...(knownEtag && { 'if-none-match': knownEtag }),
      },
    })
    const location = single(response.headers.location)
    if (!isRedirect(response.statusCode) || location === undefined) return read(url, response, attempt)
    response.body.on('error', ignoreBroken).destroy()
    url = checkTarget(location, url, allow, field)
    if (follows && !follows(url)) throw new FetchRefused(field, 'could not be fetched: it redirects to another place')
  }
  throw new FetchRefused(field, `could not be fetched: it redirects more than ${maxRedirects} times`)
}

const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status)
const single = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)
/** An unread body is destroyed on purpose. */
const ignoreBroken = () => undefined

async function read(
  url: URL,
  response: Dispatcher.ResponseData,
  { field, maxBytes, write, knownEtag }: Attempt,
): Promise<FetchResult> {
  const { statusCode, headers, body } = response
  const refuse = (problem: string, answer?: FetchAnswer) => {
    body.on('error', ignoreBroken).destroy()
    return new FetchRefused(field, `could not be fetched: ${problem}`, answer)
  }
  const found = { contentType: single(headers['content-type']) ?? '', url: url.href, etag: single(headers.etag) ?? '' }
  if (statusCode === 304 && knownEtag) {
    body.on('error', ignoreBroken).destroy()
    return { ...found, body: Buffer.alloc(0), isKnown: true }
  }
  if (statusCode !== 200)
    throw refuse(`the server answered ${statusCode}`, {
      status: statusCode,
      retryAfterMs: retryAfterMs(single(headers['retry-after'])),
    })
  if ((single(headers['content-encoding']) ?? 'identity') !== 'identity') throw refuse('it came compressed, unasked')
  const tooLarge = () => refuse(`it is larger than ${maxBytes} bytes`)
  if (Number(single(headers['content-length']) ?? 0) > maxBytes) throw tooLarge()
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > maxBytes) throw tooLarge()
    if (write) await write(chunk)
    else chunks.push(chunk)
  }
  return { ...found, body: Buffer.concat(chunks), isKnown: false }
}

/** Parses the delay that a server asks for, in seconds or as a date. */
function retryAfterMs(header: string | undefined): number | undefined {
  if (header === undefined) return undefined
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

const problems: Record<string, string> = {
  ENOTFOUND: 'its host is not known',
  EAI_AGAIN: 'its host could not be looked up',
  ECONNREFUSED: 'nothing answers there',
  ECONNRESET: 'the server broke off',
  UND_ERR_SOCKET: 'the server broke off',
  UND_ERR_CONNECT_TIMEOUT: 'nothing answers there',
  UND_ERR_HEADERS_TIMEOUT: 'the server was silent for too long',
  UND_ERR_BODY_TIMEOUT: 'the server was silent for too long',
  UND_ERR_HEADERS_OVERFLOW: 'its headers are too large',
  HPE_HEADER_OVERFLOW: 'its headers are too large',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is not trusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
}

/** Returns the problem of a failed request in words for the person who gave the address. */
export function problemOf(error: unknown, deadline: AbortSignal, timeoutMs: number): string {
  if (error instanceof AddressRefused) return notPublic
  if (deadline.aborted) return `could not be fetched: it took longer than ${timeoutMs / 1000} seconds`
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  return `could not be fetched: ${problems[code] ?? 'the connection failed'}`
}

/**
 * Returns the address to fetch, checked as far as its text allows; throws FetchRefused naming `field`. Names are checked
 * again when they are resolved.
 */
export function checkTarget(text: string, base: URL | undefined, allow: OutboundAllow, field: string): URL {
  if (!URL.canParse(text, base?.href)) throw new FetchRefused(field, 'is not a valid URL')
  const url = new URL(text, base)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new FetchRefused(field, 'must be an http or https URL')
  if (url.username || url.password) throw new FetchRefused(field, 'must not contain a user name or password')
  if (url.hostname.endsWith('.')) throw new FetchRefused(field, 'must name its host without a dot at the end')
  const address = addressOfHost(url.hostname)
  if (address && !isPublicAddress(address) && !allow.has(hostAndPort(url))) throw new FetchRefused(field, notPublic)
  return url
}
