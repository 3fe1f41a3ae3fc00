import { createHmac } from 'node:crypto'
import type { GitSyncRow } from './sync-rows.ts'
import { sameSecret } from './sync-rows.ts'

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** Headers with a signature of the body, by HMAC with SHA-256 in hexadecimal, with or without `sha256=` before it. */
const signatureHeaders: Partial<Record<GitSyncRow['host'], readonly string[]>> = {
  github: ['x-hub-signature-256'],
  gitea: ['x-gitea-signature', 'x-forgejo-signature', 'x-hub-signature-256'],
  bitbucket: ['x-hub-signature'],
}
/** Headers with the secret itself. */
const secretHeaders: Partial<Record<GitSyncRow['host'], string>> = {
  gitlab: 'x-gitlab-token',
  other: 'x-webhook-secret',
}

/** True if a webhook comes from who knows the secret, in the way of its host. */
export function isGenuine(
  host: GitSyncRow['host'],
  { headers, body, secret }: { headers: Headers; body: Buffer; secret: string },
) {
  const given = (name: string) => (typeof headers[name] === 'string' ? headers[name] : undefined)
  const secretHeader = secretHeaders[host]
  if (secretHeader) return sameSecret(given(secretHeader) ?? '', secret)
  const signature = signatureHeaders[host]?.map(given).find((one) => one !== undefined)
  if (signature === undefined) return false
  const expected = createHmac('sha256', secret).update(body).digest('hex')
  return sameSecret(signature.replace(/^sha256=/, '').toLowerCase(), expected)
}

/** True if every webhook of the host has a body of its own, so that the same body again is a replay. */
export const hasOwnBodies = (host: GitSyncRow['host']): boolean => host !== 'other'

/** Returns the ref that a webhook is about; undefined if it says none. */
export function refIn(body: Buffer): string | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    const ref = typeof value === 'object' && value !== null && 'ref' in value ? value.ref : undefined
    return typeof ref === 'string' ? ref : undefined
  } catch {
    return undefined
  }
}
