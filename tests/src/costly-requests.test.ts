import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientRequest } from 'node:http'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type Person, type World } from '@quire/world'
import { type Api, apiOf } from './support/api-client.ts'

let world: World
let api: Api
let ada: Person
let organizationId: string
beforeAll(async () => {
  world = await createWorld()
  api = apiOf(world.gateways[0] ?? '')
  ada = await world.person('ada@example.com', 'Ada')
  organizationId = (await api.made('createOrganization', ada.token, { body: { title: 'Zoo' } })).id
})
afterAll(() => world?.close())

const object = { type: 'object', additionalProperties: false }
const jsonSchema = {
  ...object,
  properties: { unsigned: { ...object, properties: { a: { type: 'string' }, plan: { type: 'string' } } } },
}

/** Changes of one request. */
const maxChanges = 50

/** A public site with one space of these pages, whose visitors may say `a` and `plan` of themselves. */
async function siteOf(basename: string, changes: object[]) {
  const { id: spaceId } = await api.made('createSpace', ada.token, {
    params: { organizationId },
    body: { title: 'Guide' },
  })
  const { id: changeRequestId } = await api.made('createChangeRequest', ada.token, { params: { spaceId }, body: {} })
  const params = { spaceId, changeRequestId }
  for (let at = 0; at < changes.length; at += maxChanges) {
    const body = { changes: changes.slice(at, at + maxChanges) }
    await api.made('updateChangeRequestContent', ada.token, { params, query: { compat: 'false' }, body })
  }
  await api.made('mergeChangeRequest', ada.token, { params })
  const body = { title: basename, spaces: [spaceId] }
  const { id: siteId } = await api.made('createSite', ada.token, { params: { organizationId }, body })
  const site = { organizationId, siteId }
  await api.made('updateSiteById', ada.token, { params: site, body: { visibility: 'public', basename } })
  await api.made('updateSiteAdaptiveSchema', ada.token, { params: site, body: { jsonSchema } })
  await api.made('publishSite', ada.token, { params: site })
  return { site, spaceId: String(spaceId) }
}

const page = (title: string, condition?: string) => ({
  ...{ operation: 'insert_page', title, document: { markdown: `Words of ${title}.` }, condition },
})
/** A condition that takes nearly all the steps that one may take. */
const costly = (at: number) =>
  `visitor.claims.unsigned.a.split("").map((x) => visitor.claims.unsigned.a.split("").some((y) => y + x === "${at}")).includes("z")`
const claims = { a: 'abcdefghij'.repeat(3), plan: 'pro' }
const cookieOf = (unsigned: object) => `gitbook-visitor-public=${encodeURIComponent(JSON.stringify(unsigned))}`
const visit = (path: string, unsigned?: object) =>
  fetch(`${world.gateways[0]}/sites/${path}`, { headers: unsigned ? { cookie: cookieOf(unsigned) } : {} })

test('conditions that take too much together refuse this one visitor, on the site and at the interface; others read on', async () => {
  const pages = Array.from({ length: 120 }, (_, at) => page(`Page ${at}`, costly(at)))
  const { site, spaceId } = await siteOf('costly', [page('Start'), ...pages])
  const words = expect.stringContaining('take too much work for these claims')
  const refused = await visit('costly', claims)
  expect([refused.status, refused.headers.get('retry-after'), await refused.text()]).toEqual([503, '60', words])
  // Without the claim the same conditions take little.
  expect((await visit('costly')).status).toBe(200)
  expect((await visit('costly', { plan: 'pro' })).status).toBe(200)
  const { urls } = await api.made('getSiteById', ada.token, { params: site })
  const visited = { url: urls.published, visitor: { unsignedClaims: claims } }
  const { body: found } = await api.send('resolvePublishedContentByUrl', undefined, { body: visited })
  const read = (operation: string, token: string) => api.send(operation, token, { params: { spaceId } })
  for (const operation of ['listPages', 'getCurrentRevision']) {
    const { status, body } = await read(operation, found.apiToken)
    expect([operation, status, body.error?.message]).toEqual([operation, 503, words])
    expect((await read(operation, ada.token)).status).toBe(200)
  }
})

test('a thousand pages under one condition cost what one costs, for whoever meets it', async () => {
  const pages = Array.from({ length: 400 }, (_, at) =>
    page(`Page ${at}`, `visitor.claims.unsigned.plan === "pro" || ${costly(1)}`),
  )
  await siteOf('equal', [page('Start'), ...pages])
  for (const unsigned of [claims, { ...claims, plan: 'free' }]) {
    const answer = await visit('equal', unsigned)
    expect([answer.status, (await answer.text()).includes('Page 17')]).toEqual([200, unsigned.plan === 'pro'])
  }
})

/** Returns the groups that services name in their calls to each other during `work`. */
async function groupsDuring(work: () => Promise<unknown>): Promise<unknown[]> {
  const groups: unknown[] = []
  const listener = (message: unknown) => {
    const principal = (message as { request: ClientRequest }).request.getHeader('x-quire-principal')
    const fields = Buffer.from(String(principal).split('.')[0] ?? '', 'base64url').toString()
    const { caller } = fields.startsWith('{') ? JSON.parse(fields) : {}
    if (caller?.kind === 'service' && caller.groups) groups.push(caller.groups)
  }
  subscribe('http.client.request.start', listener)
  try {
    await work()
  } finally {
    unsubscribe('http.client.request.start', listener)
  }
  return groups
}

test('whatever content and ai do for a visitor, they do in the turn of the site, and in it of the visitor’s address', async () => {
  const { site } = await siteOf('turns', [page('Start'), page('For some', 'visitor.claims.unsigned.plan === "pro"')])
  const groups = await groupsDuring(async () => {
    for (const path of ['', '/start.md', '/llms-full.txt', '/-/search.json?q=words', '/nowhere', '/-/ask?q=words'])
      await (await visit(`turns${path}`, claims)).text()
  })
  expect(groups.length).toBeGreaterThan(5)
  expect(new Set(groups.map((of) => JSON.stringify(of)))).toEqual(
    new Set([JSON.stringify([`site ${site.siteId}`, '127.0.0.1'])]),
  )
})

/** Counts the requests of an operation that content answers during `work`. */
async function answersDuring(operation: string, work: () => Promise<unknown>): Promise<number> {
  const answered = async () => {
    const { values } = await world.services.content.foundation.metrics.requests.get()
    return values
      .filter(({ metricName, labels }) => metricName?.endsWith('_count') && labels.operation === operation)
      .reduce((sum, { value }) => sum + value, 0)
  }
  const before = await answered()
  await work()
  return (await answered()) - before
}

test('generated files are made once for all who see the same, and again when the site changes; HEAD makes nothing', async () => {
  const condition = 'visitor.claims.unsigned.plan === "pro"'
  const { site } = await siteOf('files', [page('Start'), page('For some', condition)])
  const read = (unsigned?: object) => visit('files/llms-full.txt', unsigned).then((answer) => answer.text())
  const head = () => fetch(`${world.gateways[0]}/sites/files/llms-full.txt`, { method: 'HEAD' })
  const texts: string[] = []
  expect(await answersDuring('listPublishedTexts', head)).toBe(0)
  const many = async () => void texts.push(...(await Promise.all(Array.from({ length: 20 }, () => read()))))
  expect(await answersDuring('listPublishedTexts', many)).toBe(1)
  expect(new Set(texts).size).toBe(1)
  expect(texts[0]).toContain('Words of Start.')
  expect(texts[0]).not.toContain('Words of For some.')
  expect(await answersDuring('listPublishedTexts', () => read())).toBe(0)
  expect(await read({ plan: 'pro' })).toContain('Words of For some.')
  expect(await read()).not.toContain('Words of For some.')
  await api.made('updateSiteById', ada.token, { params: site, body: { title: 'Renamed' } })
  expect(await answersDuring('listPublishedTexts', () => read())).toBe(1)
})

test('a missing page is searched for those who read it, and not for HEAD', async () => {
  await siteOf('missing', [page('Start')])
  const ask = (method: string) => () => fetch(`${world.gateways[0]}/sites/missing/nowhere`, { method })
  expect(await answersDuring('searchPublishedSpaces', ask('HEAD'))).toBe(0)
  expect((await ask('HEAD')()).status).toBe(404)
  expect(await answersDuring('searchPublishedSpaces', ask('GET'))).toBe(1)
})
