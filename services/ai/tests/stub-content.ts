import { createServer } from 'node:http'
import { contentInternalOperations } from '@quire/contracts'
import { principalHeader, type secretKey, verifyPrincipal } from '@quire/kit'

export interface FakePage {
  title: string
  markdown: string
  /** The sections of the text, if content knows them. */
  sections?: { id: string; title: string; text: string; level: number; size: number }[]
  unlisted?: boolean
}
type Pages = Record<string, FakePage>

const operation = contentInternalOperations.getSpaceFeed
const defaultPageSize = 2

/** Starts the part of content that ai needs: serves revisions by id, in slices of pages, to the ai service only, and makes change requests. */
export async function startFeed(key: () => ReturnType<typeof secretKey>) {
  const revisions = new Map<string, Pages>()
  let pageSize = defaultPageSize
  const asked: string[] = []
  const slices: string[] = []
  let delay: (spaceId: string, after: string, disconnected: Promise<void>) => Promise<void> = async () => undefined
  let refusal: (spaceId: string, after: string) => number | undefined = () => undefined
  let creation: (key: string) => Promise<object | undefined> = async () => undefined

  const server = createServer(async ({ method, url = '', headers }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://feed')
    if (method === 'POST') {
      const made = await creation(String(headers['idempotency-key']))
      response.writeHead(made ? 201 : 503, { 'Content-Type': 'application/json' }).end(JSON.stringify(made ?? {}))
      return
    }
    const spaceId = pathname.split('/')[3] ?? ''
    const token = headers[principalHeader]
    try {
      const request = { operation, method: 'GET', path: pathname }
      const { caller } = verifyPrincipal(key(), 'content', typeof token === 'string' ? token : undefined, request)
      if (caller.kind !== 'service') throw new Error('not a service')
    } catch {
      response.writeHead(401).end()
      return
    }
    const [from = '', to = '', after = ''] = ['from', 'to', 'after'].map((name) => searchParams.get(name) ?? '')
    asked.push(spaceId)
    slices.push(`${from}..${to} after ${after}`)
    const disconnected = new Promise<void>((resolve) => response.once('close', resolve))
    await delay(spaceId, after, disconnected)
    const isUnknown = !revisions.has(to) || (from !== '' && !revisions.has(from))
    const refused = isUnknown ? 404 : refusal(spaceId, after)
    if (refused !== undefined) {
      response.writeHead(refused).end()
      return
    }
    const difference = differenceOf([revisions.get(from) ?? {}, revisions.get(to) ?? {}], after, pageSize)
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(difference))
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    /** Sets the pages of a revision. */
    put: (revision: string, pages: Pages) => void revisions.set(revision, pages),
    /** Makes content lose a revision. */
    lose: (revision: string) => void revisions.delete(revision),
    /** Sets the most pages of a slice. */
    sliceBy: (pages: number) => {
      pageSize = pages
    },
    /** Requested spaces, in order. */
    asked,
    /** Requested slices, in order: `<from>..<to> after <page>`. */
    slices,
    /** Delays every response until `until` resolves, which gets when its client disconnects; without an argument, delays none. */
    holdBack: (until: typeof delay = async () => undefined) => {
      delay = until
    },
    /** Refuses slices with the status that the function returns; without an argument, refuses none. */
    refuse: (status: typeof refusal = () => undefined) => {
      refusal = status
    },
    /** Makes change requests for the keys of their requests, in place of content; undefined loses the answer. */
    createBy: (make: typeof creation) => {
      creation = make
    },
    /** Listens again after a stop. */
    comeBack: () => listen(port),
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function differenceOf([from, to]: [Pages, Pages], after: string, pageSize: number) {
  const ids = [...new Set([...Object.keys(from), ...Object.keys(to)])].sort()
  const different = ids.filter((id) => id > after && JSON.stringify(from[id]) !== JSON.stringify(to[id]))
  const batch = different.slice(0, pageSize)
  return {
    changed: batch.flatMap((id) => {
      const page = to[id]
      return page ? [{ unlisted: false, ...page, id }] : []
    }),
    removed: batch.filter((id) => !to[id]),
    ...(different.length > batch.length && { next: batch.at(-1) }),
  }
}
