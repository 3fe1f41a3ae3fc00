import { z } from 'zod'
import { BrokenFile } from '../imports/broken-file.ts'
import type { GitRemote } from './git-remote.ts'
import { type Git, GitFailure } from './run-git.ts'

/** Where the server of a repository offers Git LFS, and the headers that it wants. */
export interface LfsAccess {
  href: string
  headers: Readonly<Record<string, string>>
}

/** Finds the access for a request; throws BrokenFile if the server does not offer any. */
export type FindLfsAccess = () => Promise<LfsAccess>

const maxAnswerBytes = 64 * 1024
const timeoutMs = 60_000
/** An access is asked for again after this time, if the server does not say how long it holds. */
const holdsMs = 5 * 60_000
/** Headers of the connection, which nobody else decides. */
const ofConnection = /^(?:host|connection|content-length|content-type|transfer-encoding|expect|upgrade|keep-alive|te)$/i

export const LfsHeaders = z
  .record(z.string().regex(/^[\w-]{1,100}$/), z.string().max(8192))
  .transform((headers) => Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnection.test(name))))

const Authenticated = z.object({
  href: z.string().max(8192),
  header: LfsHeaders.default({}),
  expires_in: z.number().optional(),
})

/** Returns the function that finds the access over HTTP: beside the repository, with its credentials. */
export function lfsAccessOverHttp({ url, credentials }: GitRemote): FindLfsAccess {
  const { username, password } = credentials ?? { username: '', password: '' }
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  const base = url.endsWith('.git') ? url : `${url}.git`
  const headers: LfsAccess['headers'] = credentials ? { authorization } : {}
  return async () => ({ href: `${base}/info/lfs`, headers })
}

/**
 * Returns the function that asks an SSH server for the access, by the program `git-lfs-authenticate` there. Where it leads
 * to is as little trusted as any address that somebody gives. A server that does not offer it is not asked again.
 */
export function lfsAccessOverSsh(git: Pick<Git, 'runThere'>, { url }: GitRemote, signal: AbortSignal): FindLfsAccess {
  let access: LfsAccess | undefined
  let holdsUntil = 0
  let isRefused = false
  return async () => {
    if (isRefused) throw notOffered()
    if (access && Date.now() < holdsUntil) return access
    const ask = () => authenticate(git, url, signal)
    // A connection may break off, which looks like a server without the program.
    const said = await ask()
      .catch(ifFailed(ask))
      .catch(ifFailed(async () => undefined))
    const { success, data } = Authenticated.safeParse(said)
    if (!success) {
      isRefused = true
      throw notOffered()
    }
    access = { href: data.href.replace(/\/+$/, ''), headers: data.header }
    holdsUntil = Date.now() + Math.min(holdsMs, (data.expires_in ?? Number.POSITIVE_INFINITY) * 500)
    return access
  }
}

const notOffered = () => new BrokenFile('is stored by Git LFS, which the server does not offer over SSH')

/** Returns the answer of the server as it is parsed; undefined if it says something else. Throws GitFailure if the program fails. */
async function authenticate(git: Pick<Git, 'runThere'>, url: string, signal: AbortSignal): Promise<unknown> {
  const late = AbortSignal.timeout(timeoutMs)
  const path = decodeURIComponent(new URL(url).pathname)
  const quoted = `'${path.replaceAll("'", `'\\''`)}'`
  try {
    const answer = await git.runThere(`git-lfs-authenticate ${quoted} download`, {
      maxOutput: maxAnswerBytes,
      signal: AbortSignal.any([signal, late]),
    })
    return JSON.parse(answer.toString('utf8'))
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof SyntaxError || late.aborted) return undefined
    throw error
  }
}

/** Does something else if the program failed; throws every other error. */
const ifFailed = (work: () => Promise<unknown>) => (error: unknown) => {
  if (error instanceof GitFailure) return work()
  throw error
}
