import { createHash } from 'node:crypto'
import { FetchRefused, type GuardedClient, type GuardedPoster } from '@quire/kit'
import { z } from 'zod'
import { BrokenFile } from '../imports/broken-file.ts'
import { archiveLimits } from '../imports/import-limits.ts'
import { type FindLfsAccess, type LfsAccess, LfsHeaders } from './lfs-access.ts'

/** The content of a file that Git LFS stores elsewhere. */
export interface LfsPointer {
  oid: string
  size: number
}

export type LfsFetch = (pointer: LfsPointer) => Promise<Buffer>

const maxPointerBytes = 1024
/** Bytes that one import fetches, by what its pointers say: as many as the files of a tree may have. */
const maxBytes = 4 * archiveLimits.totalBytes
/** Files that one import asks for in vain: whoever opens a pull request makes up pointers as they like. */
const maxMisses = 500
const timeouts = { timeoutMs: 60_000, idleTimeoutMs: 20_000 }

/** Returns the pointer that a file is; undefined for any other file. */
export function lfsPointer(bytes: Buffer): LfsPointer | undefined {
  if (bytes.length > maxPointerBytes || !bytes.subarray(0, 8).equals(Buffer.from('version '))) return undefined
  const text = bytes.toString('utf8')
  const [, oid] = /^oid sha256:([0-9a-f]{64})$/m.exec(text) ?? []
  const [, size] = /^size (\d{1,15})$/m.exec(text) ?? []
  const isPointer = /^version https?:\/\/(?:git-lfs\.github\.com|hawser\.github\.com)\/spec\//.test(text)
  return isPointer && oid !== undefined && size !== undefined ? { oid, size: Number(size) } : undefined
}

const Batch = z.object({
  objects: z
    .array(
      z.object({
        oid: z.string(),
        actions: z
          .object({ download: z.object({ href: z.string().max(8192), header: LfsHeaders.optional() }) })
          .optional(),
      }),
    )
    .max(10),
})

interface LfsTerms {
  /** Reach what the service may reach, and nothing else. */
  web: Pick<GuardedClient, 'get'>
  poster: Pick<GuardedPoster, 'post'>
  access: FindLfsAccess
  signal: AbortSignal
}

/**
 * Returns the function that fetches contents from where the server of the repository says, through guarded clients. The
 * credentials go to that server alone; where the content is, the server says with headers of its own.
 */
export function lfsFrom({ web, poster, access, signal }: LfsTerms): LfsFetch {
  let left = maxBytes
  let misses = 0
  return async ({ oid, size }) => {
    if (size > archiveLimits.entryBytes) throw new BrokenFile(`is larger than ${archiveLimits.entryBytes} bytes`)
    if (size > left) throw new BrokenFile(`is stored by Git LFS, of which one import takes ${maxBytes} bytes`)
    if (misses >= maxMisses) throw new BrokenFile(`is stored by Git LFS, whose server lacked ${maxMisses} others`)
    left -= size
    try {
      const { href, header } = await locate(poster, await access(), { oid, size }, signal)
      const headers = header && { headers: header }
      const { body } = await web.get(href, { field, signal, maxBytes: size, ...timeouts, ...headers })
      if (createHash('sha256').update(body).digest('hex') !== oid)
        throw new BrokenFile('is stored by Git LFS with other bytes than its name says')
      return body
    } catch (error) {
      misses += 1
      if (error instanceof FetchRefused) throw new BrokenFile(`is stored by Git LFS and ${error.problem}`)
      throw error
    }
  }
}

const field = 'body.url'
const mediaType = 'application/vnd.git-lfs+json'

async function locate(
  poster: Pick<GuardedPoster, 'post'>,
  { href, headers }: LfsAccess,
  pointer: LfsPointer,
  signal: AbortSignal,
) {
  const { status, body } = await poster.post(`${href}/objects/batch`, {
    ...{ field, signal, maxBytes: 64 * 1024, timeoutMs: timeouts.timeoutMs },
    headers: { ...headers, accept: mediaType, 'content-type': mediaType },
    body: JSON.stringify({ operation: 'download', transfers: ['basic'], hash_algo: 'sha256', objects: [pointer] }),
  })
  if (status !== 200) throw new BrokenFile(`is stored by Git LFS, whose server answered ${status}`)
  const parsed = Batch.safeParse(orNothing(body))
  const download = parsed.data?.objects.find(({ oid }) => oid === pointer.oid)?.actions?.download
  if (!download) throw new BrokenFile('is stored by Git LFS, whose server does not have it')
  return download
}

function orNothing(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
