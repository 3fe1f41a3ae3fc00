import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { type GitPreview, member, site, siteSpace } from '@quire/contracts'
import { openSealer, renewSealed } from '@quire/kit'
import type { GitRepository } from '@quire/world/git-server'
import { sealedColumns } from '../../src/git/sealed-columns.ts'
import { petstore, processed } from '../openapi/specification-source.ts'
import { startGitWorld } from '../support/git-world.ts'
import { type Pull, type PullKind, pullKinds } from '../support/pull-requests.ts'
import { days, runPurge, tracesOf } from '../support/purging.ts'
import { until } from '../support/until.ts'
import { acme } from '../world.ts'

const { server, world, git, stop } = await startGitWorld()
afterAll(stop)

const secret = 'a secret of the webhook'
const gitHub = pullKinds.GitHub
/** A space on a public site, synchronized with a repository whose main branch it has. */
let spaceId: string
let address: string
let repository: GitRepository
let name: string

beforeAll(async () => {
  repository = await server.repository()
  name = repository.path.replace(/^\/|\.git$/g, '')
  await repository.commit({ 'README.md': '# Home\n\nOne.\n' })
  spaceId = (await world.makeSpace()).id
  address = 'http://docs.example.com/sites/docs'
  await world.publishState(site, { id: 'docs', organizationId: acme, visibility: 'public', published: true, address })
  await world.publishState(siteSpace, { id: 'on', organizationId: acme, siteId: 'docs', spaceId, address: '' })
  await world.test.settled()
  await setUp(spaceId, repository)
  await until(async () => {
    const { body } = await world.send('getSpaceGitSync', { params: { spaceId } })
    return body.commit && body.checkedAt
  })
})

async function setUp(id: string, { url }: Pick<GitRepository, 'url'>, given: object = {}) {
  const body = {
    ...{ url, ref: 'main', host: 'github', direction: 'import', webhookSecret: secret, pollMinutes: 1440 },
    ...{ previewExternalBranches: true, ...given },
  }
  expect((await world.send('setSpaceGitSync', { params: { spaceId: id }, body })).status).toBe(200)
}

/** Sends the webhook of a pull request; returns the status of the answer. */
async function report(pull: Partial<Pull>, kind: PullKind = gitHub, id = spaceId, headers?: Record<string, string>) {
  const body = kind.bodyOf({ number: 1, isOpen: true, name, base: 'main', title: 'Propose', ...pull })
  const sent = {
    params: { spaceId: id },
    body: Buffer.from(JSON.stringify(body)),
    headers: headers ?? kind.headersOf(body, secret),
  }
  return (await world.send('receiveGitWebhook', sent)).status
}

let last = 0
/** Commits a change to a branch, and offers it as the head of a new pull request, or of the one with this number. */
async function propose(
  files: Record<string, string | null>,
  { kind = gitHub, number = ++last, onStatus = takeIt } = {},
) {
  await repository.git('branch', '--force', 'feature', 'main')
  const oid = await repository.commit(files, { branch: 'feature', message: `Propose ${number}` })
  await repository.git('update-ref', kind.refOf(number), oid)
  server.answers.set(kind.api(name, oid), (request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece) => pieces.push(piece))
    request.on('end', async () => {
      const body = JSON.parse(Buffer.concat(pieces).toString())
      statuses.push({ authorization: request.headers.authorization, body })
      const status = await onStatus()
      response.writeHead(status, status === 302 ? { Location: 'http://127.0.0.1:1/metadata' } : {}).end('{}')
    })
  })
  return { number, oid }
}
const text = (words: string) => ({ 'README.md': `# Home\n\n${words}\n` })
const takeIt = async () => 201

/** Statuses that the API of the server was sent. */
let statuses: { authorization: string | undefined; body: Record<string, string> }[]
beforeEach(() => {
  statuses = []
})

const previewsOf = async (id = spaceId): Promise<GitPreview[]> =>
  (await world.send('listSpaceGitPreviews', { params: { spaceId: id } })).body.items
const previewOf = async (number: number) => (await previewsOf()).find((preview) => preview.number === number)

/** Resolves when a preview has ended its import, and its last status was taken or given up. */
const settled = (number: number, isWanted = ({ state }: GitPreview) => /success|failure/.test(state)) =>
  until(async () => {
    const preview = await previewOf(number)
    const rows = world.sql().selectFrom('git_preview').selectAll().where('space_id', '=', spaceId)
    const row = await rows.where('number', '=', number).executeTakeFirst()
    const isDone = row?.wishes === row?.seen && row?.wanted === row?.reported
    // What was listed before the row was read may lack its report.
    if (preview && isDone && isWanted(preview)) return (await previewOf(number)) ?? preview
    return false
  })

const service = { kind: 'service', scope: 'full' } as const
const opened = async ({ url }: GitPreview) =>
  world.send('findGitPreview', { as: service, body: { key: url?.split('/-/pull/')[1]?.split('/')[0] } })
const homeOf = async () => (await git.pagesOf(spaceId))[0]?.id ?? ''

test.each(Object.entries<PullKind>(pullKinds))(
  'a pull request at %s gets a preview with the commit offered as its head, and a status',
  async (title, kind) => {
    await setUp(spaceId, repository, { host: kind.host })
    const { number, oid } = await propose(text(`Proposed at ${title}.`), { kind })
    const { revision: live } = await world.space(spaceId)
    expect(await report({ number, title }, kind)).toBe(204)
    const preview = await settled(number)
    const url = expect.stringContaining(`${address}/-/pull/`)
    expect(preview).toMatchObject({ number, state: 'success', commit: oid, url })
    expect(statuses.map(({ body }) => body.state)).toEqual(kind.states)
    expect(statuses[1]?.body[kind.target]).toBe(preview.url)
    const authorization = kind.authorization(server.credentials)
    expect(statuses.map((status) => status.authorization)).toEqual([authorization, authorization])
    // The live content is what it was.
    expect((await world.space(spaceId)).revision).toBe(live)
    const pageId = await homeOf()
    expect(await git.markdownOf(spaceId, pageId)).toBe('One.\n')
    const params = { spaceId, revisionId: preview.revision ?? '', pageId }
    const { body } = await world.send('getPageInRevisionById', { params, query: { format: 'markdown' } })
    expect(body.markdown).toBe(`Proposed at ${title}.\n`)
    expect(await report({ number, title }, kind)).toBe(409)
    expect(await report({ number, title, isOpen: false }, kind)).toBe(204)
    expect(await previewOf(number)).toBeUndefined()
  },
)

test('a new head replaces the content at the same address, which opens nothing once the pull request is closed', async () => {
  await setUp(spaceId, repository)
  const { number } = await propose(text('First.'))
  await report({ number })
  const before = await settled(number)
  expect(await opened(before)).toMatchObject({ status: 200, body: { space: spaceId, revision: before.revision } })
  const { oid } = await propose(text('Second.'), { number })
  // Servers write names in any case.
  expect(await report({ number, title: 'Again', name: name.toUpperCase() })).toBe(204)
  const after = await settled(number, ({ commit, state }) => commit === oid && state === 'success')
  expect([after.url, after.revision === before.revision]).toEqual([before.url, false])
  expect((await opened(after)).body.revision).toBe(after.revision)
  await report({ number, isOpen: false })
  expect((await opened(after)).status).toBe(404)
  // Neither revision stays, and the store is swept in its time.
  const ids = [before.revision ?? '', after.revision ?? '']
  expect(await world.sql().selectFrom('revision').select('id').where('id', 'in', ids).execute()).toEqual([])
  const left = await world.sql().selectFrom('unnamed').select('failed').where('id', 'in', ids).execute()
  expect(left.map(({ failed }) => failed)).toEqual([true, true])
})

/** Every revision of the space, with the texts of its pages, as readers get it. */
async function history(): Promise<Record<string, string[]>> {
  const rows = await world.sql().selectFrom('revision').select('id').where('space_id', '=', spaceId).execute()
  const read = async (id: string, params: object) => {
    const { status, body } = await world.send(id, { params: { spaceId, ...params }, query: { format: 'markdown' } })
    if (status !== 200) throw new Error(`${id} answered ${status}`)
    return body
  }
  const textsOf = async (revisionId: string) => {
    const { pages } = await read('getRevisionById', { revisionId })
    const texts = pages.map(async ({ id: pageId }: { id: string }) => {
      const { markdown } = await read('getPageInRevisionById', { revisionId, pageId })
      return markdown
    })
    return Promise.all<string>(texts)
  }
  return Object.fromEntries(await Promise.all(rows.map(async ({ id }) => [id, await textsOf(id)])))
}

test('the texts and trees of a closed preview are swept from a living space, and no revision that anything names loses a word', async () => {
  await setUp(spaceId, repository)
  const page = await homeOf()
  const changeRequest = async () => (await world.makeChangeRequest(spaceId)).id
  const write = (id: string, words: string) =>
    world.write(spaceId, id, [{ operation: 'update_page', page, document: { markdown: words } }])
  const succeed = async (id: string, params: object, body: object, as = 'ada') =>
    expect((await world.send(id, { params: { spaceId, ...params }, body, as })).status).toBeLessThan(300)
  // A comment and a review name revisions that are no longer the newest of their branch; an archived branch has its own.
  const [draft, archived, merged] = [await changeRequest(), await changeRequest(), await changeRequest()]
  await write(draft, 'swept-09 reviewed')
  await succeed('submitChangeRequestReview', { changeRequestId: draft }, { status: 'approved' }, 'rev')
  await write(draft, 'swept-09 drafted')
  await write(archived, 'swept-09 archived')
  await succeed('updateChangeRequestById', { changeRequestId: archived }, { status: 'archived' })
  await succeed('postCommentInSpace', {}, { body: { markdown: 'a word' }, page })
  await write(merged, 'swept-09 merged')
  await world.merge(spaceId, merged)
  const before = await history()
  const { number } = await propose({ ...text('swept-09 proposed'), 'more.md': '# More\n\nswept-09 more\n' })
  await report({ number })
  await settled(number)
  expect(await tracesOf(world, 'swept-09 proposed')).toContain('document')
  await report({ number, isOpen: false })
  const purged = await runPurge(world, { now: () => new Date(Date.now() + 2 * days) })
  expect(purged).toMatchObject({ spaces: 0, failures: 0 })
  expect([purged.nodes > 0, purged.documents >= 2]).toEqual([true, true])
  for (const words of ['swept-09 proposed', 'swept-09 more']) expect(await tracesOf(world, words)).toEqual([])
  // The caches of a process hide rows that the database lacks.
  await world.test.restart()
  // The synchronization may have added a revision meanwhile.
  expect(await history()).toMatchObject(before)
  const texts = Object.values(before).flat()
  for (const words of ['reviewed', 'drafted', 'archived', 'merged'])
    expect(texts.some((one) => one.includes(`swept-09 ${words}`))).toBe(true)
})

test('a pull request that is closed while its preview is being made leaves nothing', async () => {
  const closed = Promise.withResolvers<number>()
  const onStatus = async () => {
    closed.resolve(await report({ number, isOpen: false }))
    return 201
  }
  const { number } = await propose(text('Closed.'), { onStatus })
  await report({ number })
  expect(await closed.promise).toBe(204)
  expect(await previewOf(number)).toBeUndefined()
  // By the end of the next one, the first has ended too.
  const next = await propose(text('Open.'))
  await report({ number: next.number })
  const { revision } = await settled(next.number)
  const made = world
    .sql()
    .selectFrom('revision')
    .select('id')
    .where('space_id', '=', spaceId)
    .where('kind', '=', 'preview')
  expect(await made.execute()).toEqual([{ id: revision }])
})

test('a pull request against another repository or branch gets none, nor does one without the secret', async () => {
  const { number } = await propose(text('Proposed.'))
  // Another repository of the server, one whose name ends alike, and another branch.
  for (const pull of [{ name: 'team/elsewhere' }, { name: 'docs' }, { base: 'release' }])
    expect([pull, await report({ number, ...pull })]).toEqual([pull, 204])
  expect(await report({ number }, gitHub, spaceId, { 'X-Hub-Signature-256': 'sha256=00' })).toBe(404)
  expect(await previewOf(number)).toBeUndefined()
})

test('a head that the server does not offer, and one that cannot be imported, are failures with the reason', async () => {
  const number = ++last
  await report({ number })
  let early: GitPreview | undefined
  while (early?.state !== 'failure') early = await previewOf(number)
  expect(early.error).toContain('does not offer')
  expect(statuses).toEqual([])
  const { oid } = await propose({ 'README.md': null, 'picture.txt': 'no page' }, { number })
  await report({ number, title: 'Again' })
  const failed = await settled(number, ({ commit, state }) => commit === oid && state === 'failure')
  expect(statuses.at(-1)?.body).toMatchObject({ state: 'failure', description: failed.error?.slice(0, 140) })
  expect(statuses.at(-1)?.body).not.toHaveProperty('target_url')
})

test('a server that refuses, redirects or does not answer a status keeps no preview from being made', async () => {
  const silence = Promise.withResolvers<number>()
  const silent = await propose(text('Silent.'), { onStatus: () => silence.promise })
  await report({ number: silent.number })
  for (const status of [403, 302]) {
    const { number } = await propose(text(`Answered with ${status}.`), { onStatus: async () => status })
    await report({ number })
    const statusError = expect.stringContaining(`answered the status of the commit with ${status}`)
    expect(await settled(number)).toMatchObject({ state: 'success', statusError })
  }
  silence.resolve(201)
  expect(await settled(silent.number)).toMatchObject({ state: 'success' })
})

test('a preview whose process died after the import goes on where it was', async () => {
  const { number } = await propose(text('Died.'))
  await report({ number })
  const { url, revision } = await settled(number)
  const left = { state: 'importing', revision: null, wanted: null, reported: null } as const
  const row = world.sql().updateTable('git_preview').set(left).where('space_id', '=', spaceId)
  await row.where('number', '=', number).execute()
  await report({ number, title: 'Again' })
  expect(await settled(number)).toMatchObject({ state: 'success', url, revision })
  expect(statuses.map(({ body }) => body.state)).toEqual(['pending', 'success', 'success'])
})

test('a status has the address of a public site alone: whoever reads the repository learns of no other', async () => {
  await setUp(spaceId, repository)
  const states = { organizationId: acme, published: true, address }
  for (const [at, visibility] of (['unlisted', 'visitor-auth', 'public'] as const).entries()) {
    await world.publishState(site, { id: 'docs', ...states, visibility, version: at + 2 })
    await world.test.settled()
    const { number } = await propose(text(`On a site that is ${visibility}.`))
    await report({ number })
    const { url } = await settled(number)
    expect([visibility, url]).toEqual([visibility, expect.stringContaining(address)])
    expect([visibility, statuses.at(-1)?.body.target_url]).toEqual([visibility, at < 2 ? undefined : url])
  }
})

test('previews serve, and credentials report, only while whoever set up the synchronization may edit the space', async () => {
  const body = { url: repository.url, ref: 'main', host: 'github', direction: 'import', webhookSecret: secret }
  const params = { spaceId }
  await world.send('setSpaceGitSync', { as: 'cleo', params, body: { ...body, previewExternalBranches: true } })
  const roleOfCleo = async (role: 'create' | 'read', version: number) => {
    await world.publishState(member, { id: 'm-cleo', organizationId: acme, userId: 'cleo', role, version })
    await world.test.settled()
  }
  const first = await propose(text('First.'))
  await report({ number: first.number })
  const ready = await settled(first.number)
  expect((await opened(ready)).status).toBe(200)
  await roleOfCleo('read', 2)
  expect((await opened(ready)).status).toBe(404)
  statuses = []
  // The status of the first is due again when the webhook of the second wakes the work.
  const due = world.sql().updateTable('git_preview').set({ reported: null, next_at: new Date() })
  await due.where('space_id', '=', spaceId).where('number', '=', first.number).execute()
  const second = await propose(text('Second.'))
  await report({ number: second.number })
  const refused = expect.stringContaining('set it up again')
  for (const { number } of [first, second])
    expect([await previewOf(number), number]).toMatchObject([{ error: refused }, number])
  let isRefused = false
  while (!isRefused) {
    const rows = await world.sql().selectFrom('git_preview').selectAll().where('space_id', '=', spaceId).execute()
    const later = rows.filter(({ next_at }) => new Date(next_at).getTime() > Date.now() + 60_000)
    isRefused = [first, second].every(({ number }) => later.some((row) => row.number === number))
  }
  expect(statuses).toEqual([])
  await roleOfCleo('create', 3)
  expect((await opened(ready)).body.revision).toBe(ready.revision)
  expect((await previewOf(first.number))?.url).toBe(ready.url)
})

test('secrets of Git are sealed with the current key; what no key opens is missing, and has to be given again', async () => {
  await setUp(spaceId, repository)
  const { number } = await propose(text('Sealed.'))
  await report({ number })
  const { url } = await settled(number)
  expect(url).toContain(address)
  const SECRETS_DIR = mkdtempSync(join(tmpdir(), 'quire-sealing-'))
  const old = join(SECRETS_DIR, 'sealing-old.key')
  copyFileSync(join(String(world.test.env.SECRETS_DIR), 'sealing.key'), old)
  writeFileSync(join(SECRETS_DIR, 'sealing.key'), 'n'.repeat(43))
  const { renewed, closed } = await renewSealed(world.sql(), sealedColumns, openSealer({ SECRETS_DIR }))
  expect([renewed >= 3, closed]).toEqual([true, []])
  rmSync(old)
  const { open, prefix } = openSealer({ SECRETS_DIR })
  const sync = world.sql().selectFrom('git_sync').selectAll().where('id', '=', spaceId)
  expect(open((await sync.executeTakeFirstOrThrow()).webhook_secret, `git_sync.${spaceId}.webhook_secret`)).toBe(secret)
  const preview = world.sql().selectFrom('git_preview').select('key').where('space_id', '=', spaceId)
  expect((await preview.execute()).every(({ key }) => key.startsWith(prefix))).toBe(true)
  rmSync(SECRETS_DIR, { recursive: true })

  // This service has the old key alone: to it everything is lost.
  expect(await previewOf(number)).toMatchObject({ state: 'success' })
  expect(await previewOf(number)).not.toHaveProperty('url')
  expect(await report({ number, title: 'Again' })).toBe(404)
  await world.send('runSpaceGitSync', { params: { spaceId } })
  const errorNow = async () => (await world.send('getSpaceGitSync', { params: { spaceId } })).body.error
  await until(async () => (await errorNow())?.includes('give them again'))
  const body = { url: repository.url, ref: 'main', host: 'github', direction: 'import', previewExternalBranches: true }
  const again = await world.send('setSpaceGitSync', { params: { spaceId }, body })
  expect([again.status, again.body.webhook.secret === secret]).toEqual([200, false])
  await setUp(spaceId, repository)
  expect(await report({ number, title: 'Again' })).toBe(204)
})

test('previews end with the synchronization', async () => {
  const { number } = await propose(text('Proposed.'))
  await report({ number })
  const preview = await settled(number)
  expect((await opened(preview)).status).toBe(200)
  await world.send('deleteSpaceGitSync', { params: { spaceId } })
  expect([(await opened(preview)).status, await previewsOf()]).toEqual([404, []])
})

test('a pull request brings no specification of the organization that no live page shows', async () => {
  await setUp(spaceId, repository)
  const source = { text: JSON.stringify(petstore('Owls')) }
  await processed(world, 'owls', () =>
    world.send('createOrUpdateOpenAPISpecBySlug', { params: { specSlug: 'owls' }, body: { source } }),
  )
  const block = '{% openapi-operation spec="owls" path="/pets" method="get" %}\n{% endopenapi-operation %}\n'
  const entry = ['* ```yaml', '  type: builtin:openapi', '  props:', '    models: true', '  dependencies:', '    spec:']
  const spec = ['      ref:', '        kind: openapi', '        spec: owls', '  ```', '']
  const summary = ['* [Home](README.md)', ...entry, ...spec].join('\n')
  const { number } = await propose({ ...text(block), 'SUMMARY.md': summary })
  await report({ number })
  const { revision = '' } = await settled(number)
  const at = { spaceId, revisionId: revision }
  const shown = async () => {
    const params = { ...at, pageId: await homeOf() }
    const { body } = await world.send('getPublishedPage', { as: service, params, body: { claims: {} } })
    expect(JSON.stringify(body.document)).toContain('owls')
    return Object.keys(body.specs)
  }
  expect(await shown()).toEqual([])
  const { body } = await world.send('listPublishedPages', { as: service, params: at })
  expect(body.pages.map((page: { title: string }) => page.title)).toEqual(['Home'])
  await world.publish(spaceId, { Reference: block })
  expect(await shown()).toEqual(['owls'])
})

test('a preview has what is in the repository alone: a pull request uncovers nothing that was made here', async () => {
  const { id } = await world.makeSpace()
  const own = await server.repository()
  const inside = { 'inside.md': '---\nif: visitor.claims.isStaff\n---\n\n# Inside\n\nWe.\n' }
  await own.commit({ ...text('One.'), ...inside })
  // What is made here stays here: the credentials may only read.
  await own.git('config', 'http.receivepack', 'false')
  await setUp(id, own)
  const titled = async (title: string) => (await git.pagesOf(id)).find((page) => page.title === title)?.id
  await until(() => titled('Inside'))
  const { id: request } = await world.makeChangeRequest(id)
  const secretPage = { operation: 'insert_page', title: 'Salaries', document: { markdown: 'Secret.' } }
  await world.write(id, request, [{ ...secretPage, into: await titled('Inside') }])
  await world.merge(id, request)
  const heads = [{ 'inside.md': null }, { 'inside.md': '# Inside\n\nWe.\n' }]
  for (const [at, files] of heads.entries()) {
    await own.git('branch', '--force', 'feature', 'main')
    const oid = await own.commit(files, { branch: 'feature', message: `Uncover ${at}` })
    await own.git('update-ref', gitHub.refOf(at + 1), oid)
    await report({ number: at + 1, name: own.path.replace(/^\/|\.git$/g, '') }, gitHub, id)
    let preview: GitPreview | undefined
    while (preview?.state !== 'success')
      preview = (await previewsOf(id)).find(({ number, state }) => number === at + 1 && state !== 'pending')
    const params = { spaceId: id, revisionId: preview.revision ?? '' }
    const { body } = await world.send('listPublishedPages', { as: service, params })
    const titles = body.pages.map((page: { title: string }) => page.title)
    expect([at, titles]).toEqual([at, at === 0 ? ['Home'] : ['Home', 'Inside']])
  }
})

/** A space that is synchronized with a repository which is not there. */
async function elsewhere(given: object = {}) {
  const { id } = await world.makeSpace()
  await setUp(id, { url: 'https://git.invalid/team/docs.git' }, given)
  return id
}

test('a server that cannot be read is asked again later', async () => {
  const id = await elsewhere()
  await report({ name: 'team/docs' }, gitHub, id)
  const failed = await until(async () => (await previewsOf(id)).find(({ state }) => state === 'failure'))
  expect(failed.error).toMatch(/^The Git repository /)
  const row = world.sql().selectFrom('git_preview').selectAll().where('space_id', '=', id)
  const { wishes, seen, next_at, reported, wanted } = await row.executeTakeFirstOrThrow()
  expect([wishes > seen, new Date(next_at) > new Date(), wanted, reported]).toEqual([true, true, null, null])
})

test('pull requests get none unless the synchronization asks for previews', async () => {
  const id = await elsewhere({ previewExternalBranches: undefined })
  expect(await report({ name: 'team/docs' }, gitHub, id)).toBe(204)
  expect(await previewsOf(id)).toEqual([])
})

test('a space has twenty previews at most: the one that nothing happened to for the longest time ends', async () => {
  const id = await elsewhere()
  const reported = (number: number, title?: string) =>
    report({ number, name: 'team/docs', ...(title && { title }) }, gitHub, id)
  for (let number = 1; number <= 20; number += 1) await reported(number)
  await reported(1, 'Again')
  await reported(21)
  const numbers = (await previewsOf(id)).map(({ number }) => number)
  expect([numbers.length, numbers.includes(1), numbers.includes(2), numbers.includes(21)]).toEqual([
    20,
    true,
    false,
    true,
  ])
})
