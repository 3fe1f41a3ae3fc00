import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type Visit, VisitAnswer } from '@quire/kit'
import { LRUCache } from 'lru-cache'
import { type Encoding, encodingFor } from '../encodings.ts'
import { isFresh, vary } from './answers.ts'

/** A page that was rendered, and what it is sent with. */
interface KeptPage {
  body: Buffer
  etag: string
  headers: Record<string, string>
  /** Compressed when somebody first asks for it so. */
  encoded: Map<Encoding, Promise<Buffer>>
}

interface NamedPage {
  name: string
  page: KeptPage
}

/** What is rendered. */
export interface RenderedPage {
  html: string
  /** What it is kept by; it says what the page is made of. */
  name: string
  /** False: what took too long is missing, and the page is soon rendered anew. */
  isComplete?: boolean
  /** How long it is shown; absent: for as long as there is room, since its name says all that it depends on. */
  keptForMs?: number
  headers: Record<string, string>
}

const keptBytes = 64 * 1024 ** 2
/** Where processors are so busy that colours of code come late, to render each page for each reader would keep them so. */
const keptIncompleteForMs = 2000
const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) }
/** The next higher one takes twice the time, for 7 % less: pages are sent often, but the first reader waits for it. */
const quality = 4

/** Rendered pages by their names, which say what a page depends on; what no name says is bounded by `keptForMs`. */
export function keptPages({ now = () => performance.now() } = {}) {
  // What is compressed takes a fifth of the page, twice at most.
  const pages = new LRUCache<string, KeptPage>({
    maxSize: keptBytes,
    perf: { now },
    ttlResolution: 0,
    sizeCalculation: ({ body }) => 1000 + Math.ceil(body.length * 1.5),
  })
  const underWay = new Map<string, Promise<NamedPage>>()

  async function make(render: () => Promise<RenderedPage>): Promise<NamedPage> {
    const { html, headers, name, isComplete = true, keptForMs } = await render()
    const body = Buffer.from(html)
    const etag = `W/"${hash('sha256', body, 'base64url').slice(0, 27)}"`
    const page = { body, etag, headers, encoded: new Map() }
    const ttl = isComplete ? keptForMs : keptIncompleteForMs
    pages.set(name, page, ttl === undefined ? {} : { ttl })
    return { name, page }
  }

  return {
    /** The page of this name, if it is kept. */
    known: (name: string): KeptPage | undefined => pages.get(name),
    /**
     * The page of one of these names. Where there is none it is rendered; many who ask for the same, by `key`, wait for one
     * of them.
     */
    async get(names: readonly string[], key: string, render: () => Promise<RenderedPage>): Promise<NamedPage> {
      for (const name of names) {
        const page = pages.get(name)
        if (page) return { name, page }
      }
      const known = underWay.get(key)
      if (known) return known
      const making = make(render).finally(() => underWay.delete(key))
      underWay.set(key, making)
      return making
    },
  }
}

/** The answer of a kept page: 304 where the reader has it, else compressed as they take it. */
export async function keptAnswer(page: KeptPage, visit: Visit, isPublic: boolean): Promise<VisitAnswer> {
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

function encodedAs({ body, encoded }: KeptPage, encoding: Encoding): Promise<Buffer> {
  const known = encoded.get(encoding)
  if (known) return known
  const options = encoding === 'br' ? { params: { [constants.BROTLI_PARAM_QUALITY]: quality } } : { level: quality }
  const made = compress[encoding](body, options)
  encoded.set(encoding, made)
  return made
}
