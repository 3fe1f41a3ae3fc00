import { once } from 'node:events'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'

interface BucketOptions {
  /** The largest number of keys in a listing, whatever a client asks for; Amazon's is 1000. */
  maxKeys?: number
}

export interface Bucket {
  endpoint: string
  /** Objects by their path, `/<bucket>/<key>`. */
  objects: Map<string, { bytes: Buffer; at: Date }>
  close(): void
}

/** Starts storage in memory that speaks as much of S3's protocol as the store of files needs; every bucket exists. */
export async function openBucket({ maxKeys = 1000 }: BucketOptions = {}): Promise<Bucket> {
  const objects: Bucket['objects'] = new Map()
  const server = createServer(async (request, response) => {
    const { pathname: key, searchParams } = new URL(request.url ?? '/', 'http://bucket')
    if (request.method === 'PUT') {
      objects.set(key, { bytes: await buffer(request), at: new Date() })
      return void response.end()
    }
    if (request.method === 'DELETE') {
      response.writeHead(204)
      objects.delete(key)
      return void response.end()
    }
    if (searchParams.has('list-type')) return void response.end(listing(objects, key, searchParams, maxKeys))
    const found = objects.get(key)
    const length = { 'Content-Length': found?.bytes.length ?? 0 }
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    if (found && from !== undefined)
      return void response.writeHead(206).end(found.bytes.subarray(+from, Number(to) + 1))
    response.writeHead(found ? 200 : 404, found ? { ...length, 'Last-Modified': found.at.toUTCString() } : length)
    response.end(request.method === 'GET' ? found?.bytes : undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    endpoint: `http://127.0.0.1:${port}`,
    objects,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function listing(objects: Bucket['objects'], path: string, asked: URLSearchParams, maxKeys: number): string {
  const bucket = `${path.replace(/\/$/, '')}/`
  const keys = [...objects.keys()].map((key) => key.replace(bucket, '')).sort()
  const all = keys.filter((key) => key.startsWith(asked.get('prefix') ?? '') && key > (asked.get('start-after') ?? ''))
  const some = all.slice(0, Math.min(maxKeys, Number(asked.get('max-keys'))))
  const contents = some.map((key) => {
    const at = objects.get(`${bucket}${key}`)?.at.toISOString()
    return `<Contents><Key>${key}</Key><LastModified>${at}</LastModified></Contents>`
  })
  const isTruncated = `<IsTruncated>${some.length < all.length}</IsTruncated>`
  return `<ListBucketResult>${isTruncated}${contents.join('')}</ListBucketResult>`
}
