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

/**
 * Fetches the content of a pointer; `upcoming` returns the pointers that will probably be fetched next, in their order.
 * Throws BrokenFile if the server does not offer it.
 */
export type LfsFetch = (pointer: LfsPointer, upcoming?: () => Promise<readonly LfsPointer[]>) => Promise<Buffer>

/** Objects that the server is asked about by one request; larger ones are refused by some. */
export const maxObjects = 100
/** Contents that are fetched at the same time, and the bytes of those that wait to be used. */
const atOnce = 4
const maxAheadBytes = 32 * 1024 ** 2
/** Places of contents are asked for again after this time: servers let them expire. */
const holdsMs = 5 * 60_000
export const maxPointerBytes = 1024
/** Bytes that one import fetches, by what its pointers say: as many as the files of a tree may have. */
const maxBytes = 4 * archiveLimits.totalBytes
/** Files that one import asks for in vain: whoever opens a pull request makes up pointers as they like. */
const maxMisses = 500
const maxBatchBytes = 2 * 1024 ** 2
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
    .max(maxObjects),
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
 * credentials go to that server alone; where the content is, the server says with headers of its own. The server is asked
 * about many objects by one request, and those that come next are fetched beside the one that is waited for.
 */
export function lfsFrom({ web, poster, access, signal }: LfsTerms): LfsFetch {
  let left = maxBytes
  let misses = 0
  /** What the server said last; null of objects that it does not have. */
  let located = new Map<string, Download | null>()
  let locatedAt = 0
  let queue: LfsPointer[] = []
  const begun = new Map<string, { size: number; content: Promise<Buffer> }>()

  function refusalOf({ size }: LfsPointer): BrokenFile | undefined {
    if (size > archiveLimits.entryBytes) return new BrokenFile(`is larger than ${archiveLimits.entryBytes} bytes`)
    if (size > left) return new BrokenFile(`is stored by Git LFS, of which one import takes ${maxBytes} bytes`)
    if (misses >= maxMisses) return new BrokenFile(`is stored by Git LFS, whose server lacked ${maxMisses} others`)
    return undefined
  }

  async function find(pointer: LfsPointer, upcoming: () => Promise<readonly LfsPointer[]>): Promise<Download> {
    const known = Date.now() - locatedAt < holdsMs ? located.get(pointer.oid) : undefined
    if (known) return known
    if (known === null) throw lacking()
    const others = (await upcoming()).filter((one) => one.oid !== pointer.oid && !refusalOf(one))
    const asked = [...new Map([pointer, ...others].map((one) => [one.oid, one])).values()].slice(0, maxObjects)
    located = await locate(poster, await access(), asked, signal)
    locatedAt = Date.now()
    queue = asked.slice(1)
    const found = located.get(pointer.oid)
    if (!found) throw lacking()
    return found
  }

  function begin({ oid, size }: LfsPointer, download: Download): Promise<Buffer> {
    left -= size
    located.delete(oid)
    const content = fetchContent(web, { oid, size }, download, signal)
    // A content that nobody comes to wait for may fail.
    content.catch(() => undefined)
    begun.set(oid, { size, content })
    return content
  }

  function beginNext() {
    for (let next = queue[0]; next && begun.size < atOnce; next = queue[0]) {
      const ahead = [...begun.values()].reduce((sum, { size }) => sum + size, next.size)
      if (ahead > maxAheadBytes) return
      queue.shift()
      const download = located.get(next.oid)
      if (download && !begun.has(next.oid) && !refusalOf(next)) begin(next, download)
    }
  }

  return async (pointer, upcoming = async () => []) => {
    const ready = begun.get(pointer.oid)
    const refusal = ready ? undefined : refusalOf(pointer)
    if (refusal) throw refusal
    try {
      const content = ready?.content ?? begin(pointer, await find(pointer, upcoming))
      beginNext()
      return await content
    } catch (error) {
      misses += 1
      if (error instanceof FetchRefused) throw new BrokenFile(`is stored by Git LFS and ${error.problem}`)
      throw error
    } finally {
      begun.delete(pointer.oid)
    }
  }
}

const lacking = () => new BrokenFile('is stored by Git LFS, whose server does not have it')

type Download = NonNullable<NonNullable<z.output<typeof Batch>['objects'][number]['actions']>>['download']

const field = 'body.url'
const mediaType = 'application/vnd.git-lfs+json'

async function fetchContent(
  web: Pick<GuardedClient, 'get'>,
  { oid, size }: LfsPointer,
  { href, header }: Download,
  signal: AbortSignal,
): Promise<Buffer> {
  const headers = header && { headers: header }
  const { body } = await web.get(href, { field, signal, maxBytes: size, ...timeouts, ...headers })
  if (createHash('sha256').update(body).digest('hex') === oid) return body
  throw new BrokenFile('is stored by Git LFS with other bytes than its name says')
}

/** Asks the server where contents are: as many of them, the first ones, as it takes at once. Null for those that it does not have. */
async function locate(
  poster: Pick<GuardedPoster, 'post'>,
  { href, headers }: LfsAccess,
  pointers: readonly LfsPointer[],
  signal: AbortSignal,
): Promise<Map<string, Download | null>> {
  const { status, body } = await poster.post(`${href}/objects/batch`, {
    ...{ field, signal, maxBytes: maxBatchBytes, timeoutMs: timeouts.timeoutMs },
    headers: { ...headers, accept: mediaType, 'content-type': mediaType },
    body: JSON.stringify({ operation: 'download', transfers: ['basic'], hash_algo: 'sha256', objects: pointers }),
  })
  // A server that takes fewer objects in one request says so.
  if (status === 413 && pointers.length > 1)
    return locate(poster, { href, headers }, pointers.slice(0, Math.ceil(pointers.length / 4)), signal)
  if (status !== 200) throw new BrokenFile(`is stored by Git LFS, whose server answered ${status}`)
  const { objects = [] } = Batch.safeParse(orNothing(body)).data ?? {}
  const offered = new Map(objects.map(({ oid, actions }) => [oid, actions?.download]))
  return new Map(pointers.map(({ oid }) => [oid, offered.get(oid) ?? null]))
}

function orNothing(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
