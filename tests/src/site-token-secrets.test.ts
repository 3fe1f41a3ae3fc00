import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { allOperations, type Operation } from '@quire/contracts'
import { createWorld, type World } from '@quire/world'
import { ImportContentSource } from 'gitbook-api'
import jwt from 'jsonwebtoken'
import { type Api, apiOf, type RequestOptions } from './support/api-client.ts'
import { serveArchive } from './support/archives.ts'
import { clientsOf, inTurn } from './support/clients.ts'
import { settled, systemOf } from './support/system-databases.ts'

const beta = 'visitor.claims.beta'
const ifBeta = (text: string) => `{% if ${beta} %}\n\n${text}\n\n{% endif %}`
const inLine = (expression: string) => `<code class="expression">${expression}</code>`

/** Words that a visitor with the claim may read, one for each place that a condition can close. */
const ofBeta = new Set<string>()
/** Words that no visitor reads. */
const ofAuthors = new Set<string>()
const secret = (place: string, among = ofBeta) => {
  among.add(`okapi-${place}`)
  return `okapi-${place}`
}

const folder = secret('folder', ofAuthors)
const hiddenPage = [
  `---\nif: ${beta}\ndescription: The ${secret('description')}\ncover: ${folder}.txt\n---\n`,
  `# ${secret('title')}\n`,
  `## ${secret('heading')}\n`,
  `The ${secret('text')}. [File](.gitbook/assets/${secret('file')}.txt)\n`,
  `{% include ".gitbook/includes/${secret('content')}.md" %}\n`,
]
const archive = {
  '.gitbook.yaml': `root: ./${folder}/\n`,
  [`${folder}/SUMMARY.md`]: `* [Animals](README.md)\n* [Hidden](${secret('slug')}.md)\n  * [Below](child.md)\n`,
  [`${folder}/README.md`]: [
    `---\nvars:\n  note: ${secret('variable', ofAuthors)}\n---\n\n# Animals\n`,
    `Everybody sees the zebra${inLine(`${beta} ? " and the ${secret('expression')}" : ""`)}.\n`,
    `${inLine(`page.vars.note === "x" || ${beta} ? "${secret('two-sided')}" : "zebra"`)}\n`,
    `${ifBeta(`The ${secret('block')}.`)}\n`,
    '{% include ".gitbook/includes/shared.md" %}\n',
  ].join('\n'),
  [`${folder}/okapi-slug.md`]: hiddenPage.join('\n'),
  [`${folder}/child.md`]: `# Below\n\nThe ${secret('child')}.\n`,
  [`${folder}/.gitbook/includes/shared.md`]: `The zebra again.\n\n${ifBeta(`The ${secret('included')}.`)}\n`,
  [`${folder}/.gitbook/includes/okapi-content.md`]: `The ${secret('content-text')}.\n`,
  [`${folder}/.gitbook/assets/okapi-file.txt`]: 'stripes',
}

let source: Awaited<ReturnType<typeof serveArchive>>
let world: World
let api: Api
let made: (operation: string, params: object, body?: unknown) => ReturnType<Api['made']>
let site: { organizationId: string; siteId: string }
let spaceIds: string[]
let tokenOf: (claims: object) => Promise<string>

/** A message that the site answers to visitors with the claim alone, and the id of such a response. */
const aboutOkapi = { input: [{ role: 'user', content: 'What about the okapi?' }] }
let responseOfBeta: string

beforeAll(async () => {
  source = await serveArchive(archive)
  world = await createWorld({ env: { OUTBOUND_ALLOW: source.allow } })
  api = apiOf(world.gateways[0] ?? '')
  const ada = await world.person('ada@example.com', 'Ada')
  const { api: client } = clientsOf(ada, inTurn(world.gateways))
  const organizationId = (await api.made('createOrganization', ada.token, { body: { title: 'Zoo' } })).id
  made = (operation, params, body) => api.made(operation, ada.token, { params: { organizationId, ...params }, body })
  const spaceOf = async (title: string) => (await client.orgs.createSpace(organizationId, { title })).data.id
  spaceIds = [await spaceOf('Animals'), await spaceOf(secret('space')), await spaceOf('In a section')]
  for (const id of spaceIds) await client.spaces.importContent(id, { source: ImportContentSource.Zip, url: source.url })
  const [first = '', second = '', third = ''] = spaceIds
  site = { organizationId, siteId: (await made('createSite', {}, { title: 'Zoo', spaces: [first] })).id }
  await made('updateSiteById', site, { visibility: 'visitor-auth' })
  const { id: siteSpaceId } = await made('addSpaceToSite', site, { spaceId: second })
  await made('updateSiteSpaceById', { ...site, siteSpaceId }, { condition: beta, path: secret('path') })
  const section = await made('addSectionToSite', site, { spaceId: third, title: secret('section') })
  await made('updateSiteSectionById', { ...site, siteSectionId: section.id }, { condition: beta })
  await made('addSectionGroupToSite', site, { title: secret('group'), sections: [section.id] })
  const link = { title: secret('link'), to: { kind: 'url', url: 'https://example.com' }, condition: beta, links: [] }
  await made('updateSiteCustomizationById', site, { header: { links: [link] } })
  await made('publishSite', site)
  const { privateKey } = await made('getSitePublishingAuthById', site)
  tokenOf = async (claims) => {
    const jwtToken = jwt.sign(claims, privateKey, { algorithm: 'HS256', expiresIn: '1h' })
    const body = { url: `http://quire.test/sites/${site.siteId}`, visitor: { jwtToken } }
    return (await api.made('resolvePublishedContentByUrl', '', { body })).apiToken
  }
  await settled(systemOf(world))
  const asked = { params: site, body: aboutOkapi }
  const events = await api.made('streamAIResponseInSite', await tokenOf({ beta: true }), asked)
  responseOfBeta = /"responseId":"(\w+)"/.exec(String(events))?.[1] ?? ''
  expect(responseOfBeta).not.toBe('')
})
afterAll(async () => {
  await world?.close()
  await source?.close()
})

/** The values of each parameter, of everything that the site and one of its spaces hold. */
type Values = Record<string, string[]>

async function valuesOf(spaceId: string): Promise<Values> {
  const { id, pages, files, reusableContents } = await made('getCurrentRevision', { spaceId })
  for (const page of pages) pages.push(...(page.pages ?? []))
  const every = (things: Record<string, string>[], name: string) => things.flatMap((one) => one[name] ?? [])
  return {
    ...{ organizationId: [site.organizationId], siteId: [site.siteId], spaceId: [spaceId], revisionId: [id] },
    pageId: every(pages, 'id'),
    pagePath: every(pages, 'path'),
    documentId: [...every(pages, 'documentId'), ...every(reusableContents, 'document')],
    fileId: every(files, 'id'),
    reusableContentId: every(reusableContents, 'id'),
    specSlug: ['none'],
    responseId: [responseOfBeta],
    format: ['document', 'markdown'],
    evaluated: ['', 'true', 'false', 'deterministic-only'],
    metadata: ['true'],
    schema: ['current', 'next'],
    source: ['/okapi-slug', '/animals'],
  }
}

const bodies: Record<string, unknown[]> = {
  searchSiteContent: [...ofBeta, 'zebra'].map((query) => ({ query, mode: 'all', scope: { mode: 'all' } })),
  trackEventsInSiteById: [{ events: [] }],
  streamAskInSite: [{ question: 'What about the okapi?', scope: { mode: 'default' } }],
  streamAIResponseInSite: [aboutOkapi],
}

/** Every request of an operation, with all combinations of values. */
function requestsOf({ id, path, query, body }: Operation, values: Values): RequestOptions[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const flags = Object.keys(Object(query).shape ?? {}).filter((name) => values[name])
  const combined = [...names, ...flags].reduce<Record<string, string>[]>(
    (all, name) => {
      const some = values[name]
      if (!some) throw new Error(`${id} has the parameter ${name}, which this test does not know`)
      return all.flatMap((one) => some.map((value) => ({ ...one, [name]: value })))
    },
    [{}],
  )
  if (body && !bodies[id]) throw new Error(`${id} has a body, which this test does not know`)
  return combined.flatMap((all) => {
    const pick = (wanted: string[]) =>
      Object.fromEntries(wanted.flatMap((name) => (all[name] ? [[name, all[name]]] : [])))
    return (bodies[id] ?? [undefined]).map((one) => ({ params: pick(names), query: pick(flags), body: one }))
  })
}

/** Sends a request again while a service is busy. */
async function answerTo(operation: Operation, token: string, request: RequestOptions) {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await api.send(operation, token, request)
    if (answer.status !== 503 || attempt === 10) return answer
    await setTimeout(1000)
  }
}

/** Sends every request that a token of the site may send; returns the texts of the answers by operation. */
async function readEverything(token: string): Promise<Map<string, string[]>> {
  const answers = new Map<string, Set<string>>()
  for (const values of await Promise.all(spaceIds.map(valuesOf)))
    for (const operation of allOperations.filter(({ site }) => site)) {
      const texts = answers.get(operation.id) ?? new Set()
      answers.set(operation.id, texts)
      const sent = requestsOf(operation, values).map(async (request) => {
        const { status, body } = await answerTo(operation, token, request)
        expect([operation.id, request, status < 500]).toEqual([operation.id, request, true])
        if (status < 400 && body !== undefined) texts.add(JSON.stringify(body).toLowerCase())
      })
      await Promise.all(sent)
    }
  return new Map([...answers].map(([id, texts]) => [id, [...texts]]))
}

const wordsIn = (answers: Map<string, string[]>, words: Iterable<string>) =>
  [...answers].flatMap(([id, texts]) => {
    const found = [...words].filter((word) =>
      texts.some((text) => new RegExp(`${word.replaceAll('-', '[- ]')}(?![-\\w])`).test(text)),
    )
    return found.length > 0 ? [{ id, found }] : []
  })

test('in no format and no field of any operation does a token of the site read what conditions close to its visitor', async () => {
  const answers = await readEverything(await tokenOf({}))
  expect(wordsIn(answers, [...ofBeta, ...ofAuthors])).toEqual([])
  expect(wordsIn(answers, ['zebra']).length).toBeGreaterThan(5)
})

test('a visitor who meets the conditions reads all of it, except what is for authors', async () => {
  const answers = await readEverything(await tokenOf({ beta: true }))
  expect(wordsIn(answers, ofAuthors)).toEqual([])
  expect(new Set(wordsIn(answers, ofBeta).flatMap(({ found }) => found))).toEqual(ofBeta)
})
