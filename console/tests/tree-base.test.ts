import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { QueryClient } from '@tanstack/react-query'
import { openPage } from './browser-page.ts'

const state = { spaceId: 'space', changeRequestId: 'change' }

/** The change request, and the reads of its pages, which are answered one by one. */
const service = { revision: 'r1', reads: [] as ((pages: string[]) => void)[] }
let close = () => {}
beforeAll(() => {
  close = openPage(async (path) => {
    if (!path.includes('/content/pages')) return Response.json({ status: 'open', revision: service.revision })
    return new Promise<Response>((resolve) => service.reads.push((pages) => resolve(Response.json({ pages }))))
  })
})
afterAll(() => close())

// The client reads the page of the browser when it is loaded.
const load = async () => ({
  ...(await import('../src/screens/editor/edited-page.ts')),
  ...(await import('../src/screens/space/space-queries.ts')),
})

/** Resolves with the answer to a read of the pages, once there is one. */
async function nextRead() {
  while (service.reads.length === 0) await new Promise((resolve) => setTimeout(resolve, 0))
  return service.reads.shift()
}

test('the pages with which a revision is given are read after it, whatever read is under way', async () => {
  const { pagesQuery, treeBaseQuery } = await load()
  const queries = new QueryClient()
  queries.setQueryData(pagesQuery(state).queryKey, [])
  const earlier = queries.fetchQuery({ ...pagesQuery(state), staleTime: 0 })
  const early = await nextRead()
  service.revision = 'r2'
  const base = queries.fetchQuery(treeBaseQuery(state))
  const late = await nextRead()
  late?.(['new'])
  early?.(['old'])
  expect(await base).toBe('r2')
  await earlier
  expect(queries.getQueryData(pagesQuery(state).queryKey)).toEqual(['new'])
})
