import { FetchRefused, type GuardedPoster } from '@quire/kit'
import type { GitRemote } from '../git-remote.ts'
import type { GitSyncRow } from '../sync/sync-rows.ts'

export interface CommitStatus {
  oid: string
  state: 'pending' | 'success' | 'failure'
  description: string
  /** The address that the status leads to. */
  target: string | undefined
  /** Distinguishes the statuses of several spaces on one commit. */
  spaceId: string
}

/** The server of a synchronization. */
interface StatusServer {
  host: GitSyncRow['host']
  remote: GitRemote
  /** The address of this installation, for a server that wants one with every status. */
  publicUrl: string
}

interface StatusRequest {
  url: string
  headers: Record<string, string>
  body: string
}

const maxDescription = 140
const maxAnswerBytes = 64 * 1024
const timeoutMs = 10_000

/**
 * Returns the request that sets a status. The API is that of the remote's own server, or that which github.com and
 * bitbucket.org have beside them, so that no other server receives the credentials. Undefined without credentials of
 * HTTP, and for a server of another kind.
 */
export function statusRequest(
  { host, remote, publicUrl }: StatusServer,
  status: CommitStatus,
): StatusRequest | undefined {
  const { credentials, transport } = remote
  if (!credentials || transport === 'ssh' || host === 'other') return undefined
  const url = new URL(remote.url)
  const path = url.pathname.replace(/^\/|\.git$/g, '')
  const { oid, target } = status
  const state = status.state
  const description = status.description.slice(0, maxDescription).toWellFormed()
  const context = `quire/${status.spaceId}`
  const made = (address: string, body: object, authorization: string): StatusRequest => ({
    url: address,
    headers: { authorization, 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
  })
  const leading = target === undefined ? {} : { target_url: target }
  switch (host) {
    case 'github': {
      const api = url.host === 'github.com' ? 'https://api.github.com' : `${url.origin}/api/v3`
      return made(
        `${api}/repos/${path}/statuses/${oid}`,
        { state, description, context, ...leading },
        bearer(credentials),
      )
    }
    case 'gitlab': {
      const api = `${url.origin}/api/v4/projects/${encodeURIComponent(decodeURIComponent(path))}/statuses/${oid}`
      const named = { state: state === 'failure' ? 'failed' : state, name: context, description, ...leading }
      return made(api, named, bearer(credentials))
    }
    case 'gitea': {
      // The server may be in a folder of its host.
      const parts = path.split('/')
      const [folder, repository] = [parts.slice(0, -2), parts.slice(-2)]
      const api = [url.origin, ...folder, 'api/v1/repos', ...repository, 'statuses', oid].join('/')
      return made(api, { state, description, context, ...leading }, basic(credentials))
    }
    case 'bitbucket': {
      const states = { pending: 'INPROGRESS', success: 'SUCCESSFUL', failure: 'FAILED' }
      const body = {
        state: states[state],
        key: `quire-${status.spaceId}`,
        name: 'Quire',
        description,
        url: target ?? publicUrl,
      }
      const api =
        url.host === 'bitbucket.org'
          ? `https://api.bitbucket.org/2.0/repositories/${path}/commit/${oid}/statuses/build`
          : `${url.origin}/rest/build-status/1.0/commits/${oid}`
      return made(api, body, credentials.username === 'x-token-auth' ? bearer(credentials) : basic(credentials))
    }
  }
}

type Credentials = NonNullable<GitRemote['credentials']>

/** A token stands in the position of the password, or of the user name where an address has nothing else. */
const bearer = ({ username, password }: Credentials) =>
  `Bearer ${password === '' || password === 'x-oauth-basic' ? username : password}`
const basic = ({ username, password }: Credentials) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

/** Why a server did not take a status; `isFinal` if it would not take it later either. */
export interface StatusProblem {
  problem: string
  isFinal: boolean
}

/** Sets the status of a commit; returns undefined if that is done. Redirects are not followed. */
export async function postStatus(
  poster: GuardedPoster,
  request: StatusRequest | undefined,
  signal: AbortSignal,
): Promise<StatusProblem | undefined> {
  if (!request) return { problem: 'The synchronization has no credentials of HTTPS to report with.', isFinal: true }
  const { url, headers, body } = request
  try {
    const sent = { field: 'body.url', body, headers, maxBytes: maxAnswerBytes, timeoutMs, signal }
    const { status } = await poster.post(url, sent)
    if (status >= 200 && status < 300) return undefined
    const isFinal = status < 500 && status !== 429
    return { problem: `The server answered the status of the commit with ${status}.`, isFinal }
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error
    return { problem: `The server of the status ${error.problem}.`, isFinal: false }
  }
}
