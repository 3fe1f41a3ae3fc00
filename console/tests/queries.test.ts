import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { openPage } from './browser-page.ts'

let close = () => {}
beforeAll(() => {
  close = openPage(async () => Response.json({}))
})
afterAll(() => close())

/** The number of times that a query is sent which is answered with this status each time. */
async function timesSent(status: number): Promise<number> {
  // The client reads the page of the browser when it is loaded.
  const { createQueries } = await import('../src/api/queries.ts')
  const { Refused } = await import('../src/api/client.ts')
  const queries = createQueries()
  let sent = 0
  const queryFn = () => {
    sent += 1
    throw new Refused(status, 'no')
  }
  await queries.fetchQuery({ queryKey: [status], queryFn, retryDelay: 0 }).catch(() => undefined)
  return sent
}

test('what passes is tried again, too many requests at once too, and a refusal is final', async () => {
  expect(await Promise.all([0, 429, 503].map(timesSent))).toEqual([3, 3, 3])
  expect(await Promise.all([400, 401, 403, 404, 409, 500].map(timesSent))).toEqual([1, 1, 1, 1, 1, 1])
})
