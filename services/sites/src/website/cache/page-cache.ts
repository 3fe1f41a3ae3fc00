import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { ownBytes, VisitAnswer, type VisitRequest } from '@quire/kit'
import { LRUCache } from 'lru-cache'
import { type Encoding, encodingFor, isFresh, vary } from './visit-answers.ts'

/** A rendered page with its headers. */
interface CachedPage {
  body: Buffer
  etag: string
  headers: Record<string, string>
  isComplete: boolean
  /** Compressed bodies, each computed on the first request for its encoding. */
  encoded: Map<Encoding, Promise<Buffer>>
}

interface KeyedPage {
  key: string
  page: CachedPage
}

/** The result of rendering a page. */
export interface RenderedPage {
  html: string
  /** The cache key, which covers everything that the page depends on. */
  key: string
  /** False if a slow part is missing; the page is soon rendered again. */
  isComplete?: boolean
  /** For an incomplete page: settles when the missing parts are known. The page is not cached any longer then. */
  ended?: Promise<void>
  /**
   * The time until the page is rendered again, for pages that depend on something outside the key; undefined for no
   * limit.
   */
  maxAgeMs?: number
  headers: Record<string, string>
}

const maxPageBytes = 40 * 1024 ** 2
/** Caching even incomplete pages prevents that busy processors render each of them for every visitor. */
const incompleteMaxAgeMs = 2000
const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) }
/**
 * The next level takes twice the time for 7 % less: pages are sent often, but the first visitor waits for the
 * compression.
 */
const quality = 4

/** Caches rendered pages by keys that cover what a page depends on; `maxAgeMs` bounds the age of what no key covers. */
export function createPageCache({ now = () => performance.now() } = {}) {
  // The compressed bodies take a fifth of the page each, in up to two encodings.
  const pages = new LRUCache<string, CachedPage>({
    maxSize: maxPageBytes,
    perf: { now },
    ttlResolution: 0,
    sizeCalculation: ({ body }) => 1000 + Math.ceil(body.length * 1.5),
  })
  const inFlight = new Map<string, Promise<KeyedPage>>()

  async function renderAndStore(render: () => Promise<RenderedPage>): Promise<KeyedPage> {
    const { html, headers, key, isComplete = true, ended, maxAgeMs } = await render()
    const body = ownBytes(html)
    const etag = `W/"${hash('sha256', body, 'base64url').slice(0, 27)}"`
    const before = pages.get(key)
    // Visitors whose pages are rendered apart may share one: none of them takes a part away that another one found.
    if (!isComplete && before?.isComplete) return { key, page: before }
    const page = { body, etag, headers, isComplete, encoded: new Map() }
    const ttl = isComplete ? maxAgeMs : incompleteMaxAgeMs
    pages.set(key, page, ttl === undefined ? {} : { ttl })
    if (!isComplete) void ended?.then(() => pages.peek(key) === page && pages.delete(key))
    return { key, page }
  }

  return {
    /** Returns the cached page of this key. */
    get: (key: string): CachedPage | undefined => pages.get(key),
    /**
     * Returns the cached page of one of these keys, else renders it. Concurrent calls with the same `flight` share one
     * rendering.
     */
    async getOrRender(
      keys: readonly string[],
      flight: string,
      render: () => Promise<RenderedPage>,
    ): Promise<KeyedPage> {
      for (const key of keys) {
        const page = pages.get(key)
        if (page) return { key, page }
      }
      const running = inFlight.get(flight)
      if (running) return running
      const rendering = renderAndStore(render).finally(() => inFlight.delete(flight))
      inFlight.set(flight, rendering)
      return rendering
    },
  }
}

/** Answers with a cached page: 304 if the client has it, else compressed as the client accepts. */
export async function answerFromCache(page: CachedPage, visit: VisitRequest, isPublic: boolean): Promise<VisitAnswer> {
  const { body, etag, headers } = page
  const all = {
    ...headers,
    ETag: etag,
    'Cache-Control': isPublic ? 'public, no-cache' : 'private, no-cache',
    Vary: vary(isPublic),
  }
  if (isFresh(visit, etag)) return new VisitAnswer(304, all)
  const encoding = encodingFor(visit)
  if (!encoding) return new VisitAnswer(200, all, body)
  return new VisitAnswer(200, { ...all, 'Content-Encoding': encoding }, await encodedAs(page, encoding))
}

function encodedAs({ body, encoded }: CachedPage, encoding: Encoding): Promise<Buffer> {
  const known = encoded.get(encoding)
  if (known) return known
  const options = encoding === 'br' ? { params: { [constants.BROTLI_PARAM_QUALITY]: quality } } : { level: quality }
  const made = compress[encoding](body, options).then(ownBytes)
  encoded.set(encoding, made)
  return made
}
