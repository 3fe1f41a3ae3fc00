import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type World } from '@quire/world'
import { ImportContentSource } from 'gitbook-api'
import { apiOf } from './support/api-client.ts'
import { serveArchive } from './support/archives.ts'
import { clientsOf, inTurn } from './support/clients.ts'
import { settled, systemOf } from './support/system-databases.ts'
import {
  type Made,
  openedSite,
  type Visibility,
  type VisitorCredentials,
  type VisitorKind,
  visibilities,
  visitorKinds,
} from './support/visitor-kinds.ts'

const archive = {
  'SUMMARY.md': '* [Eyrie](README.md)\n* [Barn](barn.md)\n',
  'README.md': '# Eyrie\n\nHere the owls live.\n',
  'barn.md': '# Barn\n\nAn owl sleeps here: ![ring](.gitbook/assets/ring.txt)\n',
  '.gitbook/assets/ring.txt': 'owl ring 7',
}
/** Words of the site, its pages and its file, none of which reaches a refused visitor. */
const secret = /owl|eyrie|barn|roost/i

/** The outcome of a visit: the visitor reads the site, gets its 404 page, or gets a 404 as if there were no site. */
type Outcome = 'reads' | 'page' | 'nothing'

/** The outcome of each visitor on a published site. On a site that everybody reads, a key is the name of a page. */
const table: [VisitorKind, Record<Visibility, Outcome>][] = [
  row('somebody with nothing', 'reads', 'reads', 'nothing', 'nothing'),
  row('who has the key of a share link', 'page', 'page', 'reads', 'nothing'),
  row('who has the key of a link that was turned off', 'page', 'page', 'nothing', 'nothing'),
  row('who has the key of another site', 'page', 'page', 'nothing', 'nothing'),
  row('who has a made-up key', 'page', 'page', 'nothing', 'nothing'),
  row('a visitor with a token of the site', 'reads', 'reads', 'nothing', 'reads'),
  row('a visitor with a token that another key signed', 'reads', 'reads', 'nothing', 'nothing'),
  row('a visitor with a token that nobody signed', 'reads', 'reads', 'nothing', 'nothing'),
  row('a visitor whose token is over', 'reads', 'reads', 'nothing', 'nothing'),
  row('a visitor whose token lasts too long', 'reads', 'reads', 'nothing', 'nothing'),
  row('a visitor with a token of another site', 'reads', 'reads', 'nothing', 'nothing'),
  row('a member with a preview', 'reads', 'reads', 'reads', 'reads'),
  row('a member with a preview of another site', 'reads', 'reads', 'nothing', 'nothing'),
  row('a member with an access token', 'reads', 'reads', 'nothing', 'nothing'),
  row('an outsider with an access token', 'reads', 'reads', 'nothing', 'nothing'),
]

function row(kind: VisitorKind, ...[forAll, unlisted, shared, forVisitors]: [Outcome, Outcome, Outcome, Outcome]) {
  const outcomes = { public: forAll, unlisted, 'share-link': shared, 'visitor-auth': forVisitors }
  return [kind, outcomes] satisfies (typeof table)[number]
}

type Paths = [path: () => string, status: number][]

const fewPaths: Paths = [
  [() => '', 200],
  [() => '/barn.md', 200],
  [() => `/-/files/${spaceId}/${fileId}`, 302],
  [() => '/-/search.json?q=owl', 200],
]
/** Every kind of address that a site has, and the answer to its visitors there. */
const paths: Paths = [
  ...fewPaths,
  [() => '/barn', 200],
  [() => '/llms.txt', 200],
  [() => '/llms-full.txt', 200],
  [() => '/-/search?q=owl', 200],
  [() => '/robots.txt', 200],
  [() => '/old', 307],
  [() => '/nowhere', 404],
]

let source: Awaited<ReturnType<typeof serveArchive>>
let world: World
let made: Made
let spaceId: string
let fileId: string

interface Sites {
  name: string
  kinds: ReturnType<typeof visitorKinds>
}
const published = new Map<Visibility, Sites>()
const unpublished = new Map<Visibility, Sites>()
/** Published for visitors only, who sign in elsewhere. */
let withSignIn: Sites

beforeAll(async () => {
  source = await serveArchive(archive)
  world = await createWorld({ env: { OUTBOUND_ALLOW: source.allow } })
  const [ada, eve] = [await world.person('ada@example.com', 'Ada'), await world.person('eve@example.com', 'Eve')]
  const { api: client } = clientsOf(ada, inTurn(world.gateways))
  const api = apiOf(world.gateways[0] ?? '')
  const organizationId = (await api.made('createOrganization', ada.token, { body: { title: 'Zoo' } })).id
  made = (operation, params, body) => api.made(operation, ada.token, { params: { organizationId, ...params }, body })
  spaceId = (await client.orgs.createSpace(organizationId, { title: 'Roost' })).data.id
  await client.spaces.importContent(spaceId, { source: ImportContentSource.Zip, url: source.url })
  fileId = (await made('listFiles', { spaceId })).items[0].id
  const other = await openedSite(made, spaceId, { name: 'other', visibility: 'share-link' })
  const siteFor = async (name: string, visibility: Visibility, change: (siteId: string) => Promise<unknown>) => {
    const site = await openedSite(made, spaceId, { name, visibility })
    await change(site.siteId)
    return { name, kinds: visitorKinds(site, other, { member: ada.token, outsider: eve.token }) }
  }
  for (const visibility of visibilities) {
    published.set(visibility, await siteFor(`open-${visibility}`, visibility, async () => {}))
    const close = (siteId: string) => made('unpublishSite', { siteId })
    unpublished.set(visibility, await siteFor(`shut-${visibility}`, visibility, close))
  }
  const fallback = { fallbackURL: 'https://login.example.com/in' }
  withSignIn = await siteFor('sign-in', 'visitor-auth', (siteId) =>
    made('updateSitePublishingAuthById', { siteId }, fallback),
  )
  await settled(systemOf(world))
})
afterAll(async () => {
  await world?.close()
  await source?.close()
})

/** Headers that differ with each answer, or count answers. */
const ofTheRequest = /^(?:date|x-request-id|x-ratelimit-.*)$/

/** The answer to a visitor, without the parts that differ with each answer. */
async function answerAt(address: string, headers: Record<string, string> = {}, method = 'GET') {
  const given = { 'accept-encoding': 'identity', accept: 'text/html', ...headers }
  const answer = await fetch(`${world.gateways[0]}${address}`, { method, redirect: 'manual', headers: given })
  const shown = [...answer.headers].filter(([name]) => !ofTheRequest.test(name))
  return { status: answer.status, headers: Object.fromEntries(shown), body: await answer.text() }
}

type Answer = Awaited<ReturnType<typeof answerAt>>

const addressOf = (site: string, { key }: VisitorCredentials, path: string) =>
  `/sites/${site}${key === undefined ? '' : `/${key}`}${path}`

/** Returns the answers for an absent site, at each of its addresses. */
const absences = (credentials: VisitorCredentials) =>
  Promise.all(paths.map(([path]) => answerAt(addressOf('nothing', credentials, path()), credentials.headers)))

interface Visit {
  credentials: VisitorCredentials
  paths: Paths
}

async function expectNothing(site: string, { credentials, paths }: Visit, absent: readonly Answer[]) {
  for (const [at, [path]] of paths.entries()) {
    const address = addressOf(site, credentials, path())
    const refused = await answerAt(address, credentials.headers)
    expect([address, refused]).toEqual([address, absent[at]])
    expect([address, refused.status, secret.test(JSON.stringify(refused))]).toEqual([address, 404, false])
  }
}

async function expectAll(site: string, { credentials, paths }: Visit) {
  for (const [path, status] of paths) {
    const address = addressOf(site, credentials, path())
    const answer = await answerAt(address, credentials.headers)
    const isRead = status === 302 || path() === '/robots.txt' || secret.test(JSON.stringify(answer))
    expect([address, answer.status, isRead]).toEqual([address, status, true])
  }
}

async function expectNoPage(site: string, { credentials }: Visit) {
  const { status, headers } = await answerAt(addressOf(site, credentials, ''), credentials.headers)
  expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
}

const expected = { reads: expectAll, page: expectNoPage, nothing: expectNothing }

test.each(table)('%s is shown what is for them, on sites of all kinds, and nothing else', async (kind, outcomes) => {
  const site = published.get('public')
  const absent = await absences(site?.kinds[kind] ?? {})
  const check = async (site: Sites | undefined, paths: Paths, outcome: Outcome) =>
    expected[outcome](site?.name ?? '', { credentials: site?.kinds[kind] ?? {}, paths }, absent)
  for (const visibility of visibilities) {
    await check(published.get(visibility), paths, outcomes[visibility])
    // An unpublished site is visible only in previews.
    await check(unpublished.get(visibility), fewPaths, kind === 'a member with a preview' ? 'reads' : 'nothing')
  }
})

const withTokens = table.filter(([kind]) => /^a visitor|preview/.test(kind))

test.each(withTokens)('to %s a token in the address tells no more than one in a cookie', async (kind, outcomes) => {
  for (const visibility of visibilities) {
    const site = published.get(visibility)
    const token = site?.kinds[kind].token
    if (site === undefined || token === undefined) continue
    const answer = await answerAt(`/sites/${site.name}/barn?jwt_token=${token}`)
    if (outcomes[visibility] === 'nothing')
      expect(answer).toEqual(await answerAt(`/sites/nothing/barn?jwt_token=${token}`))
    else expect([answer.status, answer.headers.location]).toEqual([303, `/sites/${site.name}/barn`])
    const isKnown = /of the site$|with a preview$/.test(kind) && outcomes[visibility] === 'reads'
    expect([visibility, answer.headers['set-cookie'] !== undefined]).toEqual([visibility, isKnown])
  }
})

test('the key of a share link leads to its site by itself, while the link is in use and the site is read by links', async () => {
  const keys = { 'who has the key of a share link': 200, 'who has the key of a link that was turned off': 404 } as const
  for (const [sites, isLive] of [
    [published, true],
    [unpublished, false],
  ] as const)
    for (const [visibility, { kinds }] of sites)
      for (const [kind, status] of Object.entries(keys)) {
        const answer = await answerAt(`/sites/${kinds[kind as VisitorKind].key}/barn`)
        const isOpen = status === 200 && isLive && visibility === 'share-link'
        expect([visibility, isLive, kind, answer.status]).toEqual([visibility, isLive, kind, isOpen ? 200 : 404])
        if (!isOpen) expect(answer).toEqual(await answerAt('/sites/nothing/barn'))
      }
})

test('where visitors sign in, everybody else is sent there, whatever they ask for', async () => {
  for (const [kind, { 'visitor-auth': outcome }] of table) {
    const credentials = withSignIn.kinds[kind]
    if (outcome === 'reads') continue
    for (const [path] of fewPaths) {
      const address = addressOf(withSignIn.name, credentials, path())
      const { status, headers, body } = await answerAt(address, credentials.headers)
      const wanted = new URL(address, 'http://quire.test').pathname.slice('/sites/sign-in'.length)
      const location = `https://login.example.com/in?${new URLSearchParams({ location: wanted || '/' })}`
      expect([kind, status, headers.location, body]).toEqual([kind, 307, location, ''])
    }
  }
})

test('who is refused learns nothing by what a page was called when they could read it', async () => {
  const visitor = published.get('visitor-auth')
  const { headers } = visitor?.kinds['a visitor with a token of the site'] ?? {}
  const { etag = '' } = (await answerAt('/sites/open-visitor-auth/barn', headers)).headers
  expect(etag).not.toBe('')
  const conditions: Record<string, string>[] = [
    { 'if-none-match': etag },
    { 'if-none-match': '*' },
    { 'if-match': etag },
    { range: 'bytes=0-9' },
  ]
  for (const condition of conditions)
    for (const method of ['GET', 'HEAD', 'POST']) {
      const refused = await answerAt('/sites/open-visitor-auth/barn', condition, method)
      expect(refused).toEqual(await answerAt('/sites/nothing/barn', condition, method))
    }
  expect((await answerAt('/sites/open-visitor-auth/barn', { ...headers, 'if-none-match': etag })).status).toBe(304)
})
