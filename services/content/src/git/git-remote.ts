import { badRequest } from '@quire/kit'
import { sourceOfAddress } from '../imports/import-sources.ts'

/** A Git server's repository, as a person names it. */
export interface GitRemote {
  /** The address without user name and password of HTTP; what is stored, shown and given to git. */
  url: string
  transport: 'http' | 'https' | 'ssh'
  /** The credentials of the address; absent for SSH, whose user is a part of the address. */
  credentials?: { username: string; password: string }
}

const maxUrl = 2048
/** A name or an address in brackets; it may not begin like an option of ssh. */
const hostPattern = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])$/i
const userPattern = /^[a-z0-9_](?:[a-z0-9_.-]*)$/i
/** `git@example.com:team/docs.git`, the short form of SSH. */
const shortForm = /^(?:([\w.-]+)@)?([\w.-]+):(?!\/\/)([^:]+)$/

/**
 * Parses the address of a repository: HTTP(S), which may hold credentials, or SSH. Everything that git or ssh could read
 * as an option, another transport or a second line is refused. Throws 400 naming `field`.
 */
export function parseRemote(text: string, field: string): GitRemote {
  const refuse = (problem: string) => badRequest(field, problem)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: an address with a control character is a forged one
  if (text.length > maxUrl || /[\u0000-\u0020\u007f\\]/.test(text)) throw refuse('is not a valid address')
  const [, user = 'git', shortHost, path] = text.includes('://') ? [] : (shortForm.exec(text) ?? [])
  const whole = shortHost === undefined ? text : `ssh://${user}@${shortHost}/${path}`
  const parsed = URL.canParse(whole) ? new URL(whole) : undefined
  const transport = parsed?.protocol.slice(0, -1)
  if (!parsed || (transport !== 'http' && transport !== 'https' && transport !== 'ssh'))
    throw refuse('must be an https or ssh address of a Git repository')
  if (!hostPattern.test(parsed.hostname)) throw refuse('does not name its host properly')
  const place = parsed.pathname.replace(/\/+$/, '')
  if (place === '' || /^\/-/.test(place)) throw refuse('names no repository')
  if (!isDecodable(place)) throw refuse('has a path that is not encoded properly')
  if (parsed.search || parsed.hash) throw refuse('must end with the path of the repository')
  const host = parsed.hostname.toLowerCase() + (parsed.port && `:${parsed.port}`)
  if (transport === 'ssh') {
    if (parsed.password) throw refuse('must not contain a password: SSH signs in with the key of the space')
    const name = parsed.username || 'git'
    if (!userPattern.test(name)) throw refuse('has a user name that SSH does not allow')
    return { url: `ssh://${name}@${host}${place}`, transport }
  }
  const credentials = parsed.username || parsed.password ? credentialsOf(parsed, refuse) : undefined
  return { url: `${transport}://${host}${place}`, transport, ...(credentials && { credentials }) }
}

/** True for a path that programs and interfaces of the server can be given as it is meant. */
function isDecodable(path: string): boolean {
  try {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no program takes a path with one
    return !/[\u0000-\u001f\u007f]/.test(decodeURIComponent(path))
  } catch {
    return false
  }
}

function credentialsOf({ username, password }: URL, refuse: (problem: string) => Error) {
  let decoded: { username: string; password: string }
  try {
    decoded = { username: decodeURIComponent(username), password: decodeURIComponent(password) }
  } catch {
    throw refuse('has credentials that are not encoded properly')
  }
  // Git reads credentials line by line.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a line end would begin another attribute
  if (Object.values(decoded).some((one) => /[\u0000-\u001f]/.test(one))) throw refuse('has credentials with a line end')
  return decoded
}

/** Returns the full name of a ref; a name alone is one of a branch. Throws 400 unless git accepts it. */
export function parseRef(text: string, field: string): string {
  const ref = text.startsWith('refs/') ? text : `refs/heads/${text}`
  const parts = ref.split('/')
  const isProper =
    ref.length <= 255 &&
    parts.length > 2 &&
    // biome-ignore lint/suspicious/noControlCharactersInRegex: git refuses them too
    !/[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\.$/.test(ref) &&
    parts.every((part) => part !== '' && !/^[.-]|\.lock$/.test(part))
  if (!isProper) throw badRequest(field, 'is not the name of a Git ref, such as refs/heads/main')
  return ref
}

/** Characters that macOS leaves out of names. */
const ignored = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g

/**
 * True for a name that some file system takes for that of git's own folder, as `.GIT` or `git~1`: git refuses to check out
 * a repository with such a name.
 */
const isGitFolder = (name: string): boolean => /^(?:\.git|git~\d+)[ .]*(?::.*)?$/i.test(name.replaceAll(ignored, ''))

/**
 * Returns a folder's path from the root of the repository; empty for the root. Throws 400 if it leads out of it, or to what is
 * git's own.
 */
export function parseDirectory(text: string | undefined, field: string): string {
  const parts = (text ?? '').split('/').filter((part) => part !== '' && part !== '.')
  const path = parts.join('/')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no folder has one
  if (parts.includes('..') || path.length > 1024 || /[\u0000-\u001f\u007f\\]/.test(path) || path.startsWith('-'))
    throw badRequest(field, 'is not a folder of the repository')
  if (parts.some(isGitFolder)) throw badRequest(field, 'is not a folder of the repository')
  return path
}

/** Identifies a folder of a repository, whatever the branch, without revealing the address. */
export const sourceOfRemote = ({ url }: Pick<GitRemote, 'url'>, directory: string): string =>
  sourceOfAddress(`${url}\0${directory}`)

/** The last part of the address, for people: `team/docs` of `https://example.com/team/docs.git`. */
export const nameOfRemote = ({ url }: Pick<GitRemote, 'url'>): string =>
  new URL(url).pathname.replace(/^\/+|\.git$/g, '').slice(0, 200)
