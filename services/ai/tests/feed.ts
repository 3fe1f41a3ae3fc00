import { createServer } from 'node:http'
import { contentInternalOperations } from '@quire/contracts'
import { principalHeader, type secretKey, verifyPrincipal } from '@quire/kit'

export interface FakePage {
  title: string
  markdown: string
  unlisted?: boolean
}
type Pages = Record<string, FakePage>

const operation = contentInternalOperations.getSpaceFeed
const pageSize = 2

/** Content as far as ai needs it: revisions by id, told page by page to the ai service and to nobody else. */
export async function startFeed(key: () => ReturnType<typeof secretKey>) {
  const revisions = new Map<string, Pages>()
  const asked: string[] = []
  let gate: (spaceId: string) => Promise<void> = async () => undefined

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
    asked.push(spaceId)
    await gate(spaceId)
    const difference = differenceOf(
      revisions.get(searchParams.get('from') ?? '') ?? {},
      revisions.get(searchParams.get('to') ?? '') ?? {},
      searchParams.get('after') ?? '',
    )
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(difference))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : '',
    /** What a revision holds. */
    put: (revision: string, pages: Pages) => void revisions.set(revision, pages),
    /** Spaces asked for, in order. */
    asked,
    /** Every answer waits for this; without argument nothing is held back. */
    holdBack: (until: typeof gate = async () => undefined) => {
      gate = until
    },
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

export type Feed = Awaited<ReturnType<typeof startFeed>>

function differenceOf(from: Pages, to: Pages, after: string) {
  const ids = [...new Set([...Object.keys(from), ...Object.keys(to)])].sort()
  const different = ids.filter((id) => id > after && JSON.stringify(from[id]) !== JSON.stringify(to[id]))
  const batch = different.slice(0, pageSize)
  return {
    changed: batch.flatMap((id) => {
      const page = to[id]
      return page ? [{ id, title: page.title, unlisted: page.unlisted ?? false, markdown: page.markdown }] : []
    }),
    removed: batch.filter((id) => !to[id]),
    ...(different.length > batch.length && { next: batch.at(-1) }),
  }
}
