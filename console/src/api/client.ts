import { base, consoleKey } from '../page.ts'
import { consistencyHeader, latestWrite, storeWrite } from './latest-write.ts'
import type { Answer, Given, Method, PathOf } from './operations.ts'

/** A refusal of the interface, or a connection that failed (status 0). `message` says what to do, in English. */
export class Refused extends Error {
  readonly status: number
  /** In milliseconds. */
  readonly at = Date.now()
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** A refusal of the console itself, before anything is sent; `message` is in the language of the person. */
export class RefusedHere extends Refused {
  constructor(message: string) {
    super(400, message)
  }
}

/** Called by each request that finds that nobody is signed in any more. */
let onSignedOut = () => {}
export const whenSignedOut = (listener: () => void) => {
  onSignedOut = listener
}

/** Calls an operation by its method and declared path. Throws `Refused`. */
async function call<M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  { params, query, ...sent }: Given<M, P> = {},
): Promise<Answer<M, P>> {
  return (await send(method, addressOf(path, params, query), sent)) as Answer<M, P>
}

export const api = {
  get: <P extends PathOf<'GET'>>(path: P, given?: Given<'GET', P>) => call('GET', path, given),
  post: <P extends PathOf<'POST'>>(path: P, given?: Given<'POST', P>) => call('POST', path, given),
  put: <P extends PathOf<'PUT'>>(path: P, given?: Given<'PUT', P>) => call('PUT', path, given),
  patch: <P extends PathOf<'PATCH'>>(path: P, given?: Given<'PATCH', P>) => call('PATCH', path, given),
  delete: <P extends PathOf<'DELETE'>>(path: P, given?: Given<'DELETE', P>) => call('DELETE', path, given),
}

/** Sends a file as the body of an operation. Throws `Refused`. */
export const uploadFile = async <P extends PathOf<'PUT'>>(path: P, params: Record<string, string>, file: Blob) =>
  (await send('PUT', addressOf(path, params), { body: file })) as Answer<'PUT', P>

/** Returns the address of an operation: parameters encoded, undefined query values left out. */
export function addressOf(path: string, params: Record<string, string> = {}, query: object = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''))
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return `${base}${filled}${search && `?${search}`}`
}

interface Sent {
  body?: unknown
  signal?: AbortSignal | undefined
  keepalive?: boolean | undefined
}

/** Browsers refuse requests that outlast their page if these are larger than 64 KiB together. */
const maxKeepaliveBytes = 60_000

async function send(method: string, address: string, sent: Sent): Promise<unknown> {
  const text = await (await request(method, address, sent)).text()
  return text === '' ? undefined : parsed(text)
}

/**
 * Sends a request as the console; the cookie comes with it, and the key proves that this page sent it. Returns a successful
 * response. Throws `Refused`.
 */
export async function request(method: string, address: string, { body, signal, keepalive }: Sent): Promise<Response> {
  const headers: Record<string, string> = { 'X-Quire-Console': consoleKey }
  const write = latestWrite()
  if (write) headers[consistencyHeader] = write
  const sent = body === undefined || body instanceof Blob ? body : JSON.stringify(body)
  if (sent !== undefined)
    headers['Content-Type'] = sent instanceof Blob ? sent.type || 'application/octet-stream' : 'application/json'
  const init = {
    ...{ method, headers, signal: signal ?? null },
    ...(sent !== undefined && { body: sent }),
    ...(keepalive && new Blob(sent === undefined ? [] : [sent]).size <= maxKeepaliveBytes && { keepalive }),
  }
  const response = await fetch(address, init).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new Refused(0, 'offline')
  })
  storeWrite(response)
  if (response.ok) return response
  if (response.status === 401) onSignedOut()
  throw new Refused(response.status, messageIn(parsed(await response.text())))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A proxy in front may answer with a page of its own.
    return undefined
  }
}

function messageIn(answer: unknown): string {
  const { error } = Object(answer) as { error?: { message?: string } }
  return error?.message ?? ''
}

/** Ends the session of this browser, and leads to the entrance, whose page has a new key, and from there to `next`. */
export async function signOut(next?: string): Promise<void> {
  await api.post('/v1/sign-out')
  location.assign(`${base}/sign-in${next === undefined ? '' : `?next=${encodeURIComponent(next)}`}`)
}
