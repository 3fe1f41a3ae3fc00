import { createServer } from 'node:http'
import { contentInternalOperations } from '@quire/contracts'
import { principalHeader, type secretKey, verifyPrincipal } from '@quire/kit'

export interface FakePage {
  title: string
  markdown: string
  /** What content knows of the text. */
  sections?: { id: string; title: string; text: string; level: number; size: number }[]
  unlisted?: boolean
}
type Pages = Record<string, FakePage>

const operation = contentInternalOperations.getSpaceFeed
const usualPageSize = 2

/** The part of content that ai needs: revisions by id, told page by page to the ai service and nobody else. */
export async function startFeed(key: () => ReturnType<typeof secretKey>) {
  const revisions = new Map<string, Pages>()
  let pageSize = usualPageSize
  const asked: string[] = []
  const slices: string[] = []
  let gate: (spaceId: string, after: string) => Promise<void> = async () => undefined
  let refusal: (spaceId: string, after: string) => number | undefined = () => undefined

  const server = createServer(async ({ url = '', headers }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://feed')
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
    await gate(spaceId, after)
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
    /** Makes content forget a revision. */
    lose: (revision: string) => void revisions.delete(revision),
    /** Sets how many pages a slice has at most. */
    sliceBy: (pages: number) => {
      pageSize = pages
    },
    /** Spaces asked for, in order. */
    asked,
    /** Which slices were asked for, in order: `<from>..<to> after <page>`. */
    slices,
    /** Every answer waits for `until`; without argument nothing is held back. */
    holdBack: (until: typeof gate = async () => undefined) => {
      gate = until
    },
    /** The status that a slice is refused with; without argument none is. */
    refuse: (status: typeof refusal = () => undefined) => {
      refusal = status
    },
    /** Answers again after it was stopped. */
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
