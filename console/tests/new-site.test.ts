import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { MadeParts } from '../src/screens/sites/create-site.ts'
import { stepOf } from '../src/screens/sites/new-site-steps.ts'
import { openPage } from './browser-page.ts'

/** The requests that the service got, and the end of the path that it refuses. */
const service = { paths: [] as string[], refuses: '' }
let close = () => {}
beforeAll(() => {
  close = openPage(async (path) => {
    service.paths.push(path)
    const isRefused = service.refuses !== '' && path.endsWith(service.refuses)
    return Response.json({ id: `of ${path}`, urls: {} }, { status: isRefused ? 503 : 200 })
  })
})
afterAll(() => close())

const form = { source: 'template', space: '', template: 'guide', title: 'Manual', audience: 'public' } as const

/** Creates the site until the service refuses to go on. */
async function createUntil(refuses: string, made: MadeParts) {
  // The client reads the page of the browser when it is loaded.
  const { createSite } = await import('../src/screens/sites/create-site.ts')
  Object.assign(service, { refuses, paths: [] })
  await createSite('acme', form, made).catch((error) => expect(error.status).toBe(503))
  return service.paths.map((path) => path.split('/').at(-1))
}

test('a site whose parts exist stays at its last step, whichever way somebody goes back', async () => {
  const made: MadeParts = {}
  for (const asked of [1, 2, 3]) expect(stepOf({ asked, title: 'Manual', made })).toBe(asked)
  expect(await createUntil('/spaces', made)).toEqual(['spaces'])
  expect(stepOf({ asked: 1, title: 'Manual', made })).toBe(1)
  for (const [refuses, paths] of [
    ['/sites', ['spaces', 'sites']],
    ['/publish', ['sites', 'publish']],
  ] as const) {
    expect(await createUntil(refuses, made)).toEqual(paths)
    for (const asked of [1, 2, 3]) for (const title of ['Manual', '']) expect(stepOf({ asked, title, made })).toBe(3)
  }
})

test('a site without a title is not looked at yet', () => {
  expect([1, 2, 3].map((asked) => stepOf({ asked, title: '', made: {} }))).toEqual([1, 2, 2])
})
