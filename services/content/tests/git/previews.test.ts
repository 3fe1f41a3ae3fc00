import { createHmac } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from '@jest/globals'
import { type GitPreview, site, siteSpace } from '@quire/contracts'
import type { GitRepository } from '@quire/world/git-server'
import { petstore, processed } from '../openapi/specification-source.ts'
import { startGitWorld } from '../support/git-world.ts'
import { acme } from '../world.ts'

const { server, world, git, stop } = await startGitWorld()
afterAll(stop)

/** Statuses that the fake API of the server took, in order. */
let statuses: { path: string; authorization: string | undefined; body: Record<string, string> }[]
beforeEach(() => {
  statuses = []
})

const secret = 'a secret of the webhook'
const bearer = () => `Bearer ${server.credentials.password}`
const basic = () =>
  `Basic ${Buffer.from(`${server.credentials.username}:${server.credentials.password}`).toString('base64')}`

/** A pull request as its server reports it. */
interface Pull {
  number: number
  isOpen: boolean
  name: string
  base?: string
  branch?: string
  /** Makes the body one of its own. */
  title?: string
}

const ofGitHub = ({ number, isOpen, name, base = 'main', title = 'Propose' }: Pull) => ({
  action: isOpen ? 'opened' : 'closed',
  number,
  pull_request: { number, title, state: isOpen ? 'open' : 'closed', base: { ref: base } },
  repository: { full_name: name },
})
const signed = (header: string) => (body: object) => ({
  [header]: `sha256=${createHmac('sha256', secret).update(JSON.stringify(body)).digest('hex')}`,
})

/** How each kind of server reports and offers a pull request, and takes a status. */
const kinds = {
  GitHub: {
    host: 'github',
    bodyOf: ofGitHub,
    headersOf: signed('X-Hub-Signature-256'),
    ref: 'refs/pull/7/head',
    api: (name: string, oid: string) => `/api/v3/repos/${name}/statuses/${oid}`,
    authorization: bearer,
    states: ['pending', 'success'],
    target: 'target_url',
  },
  Gitea: {
    host: 'gitea',
    bodyOf: ofGitHub,
    headersOf: (body: object) => ({ 'X-Gitea-Signature': signed('h')(body).h?.replace('sha256=', '') ?? '' }),
    ref: 'refs/pull/7/head',
    api: (name: string, oid: string) => `/api/v1/repos/${name}/statuses/${oid}`,
    authorization: basic,
    states: ['pending', 'success'],
    target: 'target_url',
  },
  Forgejo: {
    host: 'gitea',
    bodyOf: ofGitHub,
    headersOf: (body: object) => ({ 'X-Forgejo-Signature': signed('h')(body).h?.replace('sha256=', '') ?? '' }),
    ref: 'refs/pull/7/head',
    api: (name: string, oid: string) => `/api/v1/repos/${name}/statuses/${oid}`,
    authorization: basic,
    states: ['pending', 'success'],
    target: 'target_url',
  },
  GitLab: {
    host: 'gitlab',
    bodyOf: ({ number, isOpen, name, base = 'main' }: Pull) => ({
      object_kind: 'merge_request',
      project: { path_with_namespace: name },
      object_attributes: { iid: number, state: isOpen ? 'opened' : 'merged', target_branch: base },
    }),
    headersOf: () => ({ 'X-Gitlab-Token': secret }),
    ref: 'refs/merge-requests/7/head',
    api: (name: string, oid: string) => `/api/v4/projects/${encodeURIComponent(name)}/statuses/${oid}`,
    authorization: bearer,
    states: ['pending', 'success'],
    target: 'target_url',
  },
  Bitbucket: {
    host: 'bitbucket',
    bodyOf: ({ number, isOpen, name, base = 'main', branch = 'feature' }: Pull) => ({
      pullrequest: {
        ...{ id: number, state: isOpen ? 'OPEN' : 'MERGED', destination: { branch: { name: base } } },
        source: { branch: { name: branch }, repository: { full_name: name } },
      },
      repository: { full_name: name },
    }),
    headersOf: signed('X-Hub-Signature'),
    ref: 'refs/heads/feature',
    api: (_: string, oid: string) => `/rest/build-status/1.0/commits/${oid}`,
    authorization: basic,
    states: ['INPROGRESS', 'SUCCESSFUL'],
    target: 'url',
  },
  'Bitbucket Data Center': {
    host: 'bitbucket',
    bodyOf: ({ number, isOpen, name, base = 'main' }: Pull) => ({
      eventKey: isOpen ? 'pr:opened' : 'pr:merged',
      pullRequest: {
        ...{ id: number, state: isOpen ? 'OPEN' : 'MERGED' },
        toRef: {
          id: `refs/heads/${base}`,
          repository: { slug: name.split('/')[1], project: { key: name.split('/')[0]?.toUpperCase() } },
        },
      },
    }),
    headersOf: signed('X-Hub-Signature'),
    ref: 'refs/pull-requests/7/from',
    api: (_: string, oid: string) => `/rest/build-status/1.0/commits/${oid}`,
    authorization: basic,
    states: ['INPROGRESS', 'SUCCESSFUL'],
    target: 'url',
  },
}
type Kind = (typeof kinds)['GitHub' | 'GitLab' | 'Bitbucket']
const gitHub = kinds.GitHub as unknown as Kind

/** Takes statuses of a commit like a server, or answers otherwise. */
function takeStatuses(path: string, answer: (count: number) => number | 'silence' = () => 201) {
  let count = 0
  server.answers.set(path, (request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece) => pieces.push(piece))
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(pieces).toString())
      statuses.push({ path, authorization: request.headers.authorization, body })
      const status = answer(count++)
      if (status === 'silence') return
      response.writeHead(status, status === 302 ? { Location: 'http://127.0.0.1:1/metadata' } : {}).end('{}')
    })
  })
}

/** A space on a public site, synchronized with a repository whose main branch it has. */
async function synchronized(kind: Kind, given: object = {}) {
  const repository = await server.repository()
  await repository.commit({ 'README.md': '# Home\n\nOne.\n' })
  const { id } = await world.makeSpace()
  const address = `http://docs.example.com/sites/${id}`
  await world.publishState(site, { id: `s${id}`, organizationId: acme, visibility: 'public', published: true, address })
  await world.publishState(siteSpace, {
    id: `ss${id}`,
    organizationId: acme,
    siteId: `s${id}`,
    spaceId: id,
    address: '',
  })
  await world.test.settled()
  const body = {
    ...{ url: repository.url, ref: 'main', host: kind.host, direction: 'import', webhookSecret: secret },
    ...{ pollMinutes: 1440, previewExternalBranches: true, ...given },
  }
  expect((await world.send('setSpaceGitSync', { params: { spaceId: id }, body })).status).toBe(200)
  for (;;) {
    const { body: state } = await world.send('getSpaceGitSync', { params: { spaceId: id } })
    if (state.commit && state.checkedAt) break
  }
  const name = repository.path.replace(/^\/|\.git$/g, '')
  const report = async (pull: Partial<Pull>, headers?: Record<string, string>) => {
    const body = kind.bodyOf({ number: 7, isOpen: true, name, ...pull })
    const bytes = Buffer.from(JSON.stringify(body))
    const sent = {
      params: { spaceId: id },
      body: bytes,
      headers: headers ?? (kind.headersOf(body) as Record<string, string>),
    }
    return (await world.send('receiveGitWebhook', sent)).status
  }
  return { id, repository, name, report, address }
}

/** Commits a change to a branch, and offers it as the head of a pull request. */
async function propose(repository: GitRepository, ref: string, text: string, files: Record<string, string> = {}) {
  await repository.git('branch', '--force', 'feature', 'main')
  const oid = await repository.commit({ 'README.md': `# Home\n\n${text}\n`, ...files }, { branch: 'feature' })
  await repository.git('update-ref', ref, oid)
  return oid
}

const previewsOf = async (spaceId: string): Promise<GitPreview[]> =>
  (await world.send('listSpaceGitPreviews', { params: { spaceId } })).body.items

/** Resolves when the preview of a commit has ended its import, and a status of it was taken or given up; polls. */
async function settled(spaceId: string, isSettled: (preview: GitPreview) => boolean): Promise<GitPreview> {
  for (;;) {
    const [preview] = await previewsOf(spaceId)
    const row = await world
      .sql()
      .selectFrom('git_preview')
      .selectAll()
      .where('space_id', '=', spaceId)
      .executeTakeFirst()
    if (row && preview && row.wishes === row.seen && row.wanted === row.reported && isSettled(preview))
      return (await previewsOf(spaceId))[0] ?? preview
  }
}
const hasEnded = ({ state }: GitPreview) => state === 'success' || state === 'failure'

test.each(Object.entries(kinds))(
  'a pull request at %s gets a preview with the commit offered as its head, and a status',
  async (_, some) => {
    const kind = some as unknown as Kind
    const { id, repository, name, report, address } = await synchronized(kind)
    const oid = await propose(repository, kind.ref, 'Proposed.')
    takeStatuses(kind.api(name, oid))
    const { revision: live } = await world.space(id)
    expect(await report({})).toBe(204)
    const preview = await settled(id, hasEnded)
    expect(preview).toMatchObject({
      number: 7,
      state: 'success',
      commit: oid,
      url: expect.stringContaining(`${address}/-/pull/`),
    })
    expect(statuses.map(({ body }) => body.state)).toEqual(kind.states)
    expect(statuses[1]?.body[kind.target]).toBe(preview.url)
    expect(new Set(statuses.map(({ authorization }) => authorization))).toEqual(new Set([kind.authorization()]))
    // The live content is what it was.
    expect((await world.space(id)).revision).toBe(live)
    const [home] = await git.pagesOf(id)
    expect(await git.markdownOf(id, home?.id ?? '')).toBe('One.\n')
    const at = { spaceId: id, revisionId: preview.revision ?? '', pageId: home?.id ?? '' }
    const { body } = await world.send('getPageInRevisionById', { params: at, query: { format: 'markdown' } })
    expect(body.markdown).toBe('Proposed.\n')
    expect(await report({})).toBe(409)
    expect(await report({ isOpen: false })).toBe(204)
    expect(await previewsOf(id)).toEqual([])
  },
)

const service = { kind: 'service', scope: 'full' } as const
const opened = async (url: string) => {
  const key = url.split('/-/pull/')[1]?.split('/')[0]
  return world.send('findGitPreview', { as: service, body: { key } })
}

test('a new head replaces the content at the same address, which opens nothing once the pull request is closed', async () => {
  const { id, repository, name, report } = await synchronized(gitHub)
  const first = await propose(repository, gitHub.ref, 'First.')
  takeStatuses(gitHub.api(name, first))
  await report({})
  const before = await settled(id, hasEnded)
  expect(await opened(before.url ?? '')).toMatchObject({ status: 200, body: { space: id, revision: before.revision } })
  const second = await propose(repository, gitHub.ref, 'Second.')
  takeStatuses(gitHub.api(name, second))
  expect(await report({ title: 'Again', name: name.toUpperCase() })).toBe(204)
  const after = await settled(id, ({ commit, state }) => commit === second && state === 'success')
  expect([after.url, after.revision === before.revision]).toEqual([before.url, false])
  expect((await opened(after.url ?? '')).body.revision).toBe(after.revision)
  await report({ isOpen: false })
  expect((await opened(after.url ?? '')).status).toBe(404)
  // Neither revision stays, and the store is swept in its time.
  const ids = [before.revision ?? '', after.revision ?? '']
  expect(await world.sql().selectFrom('revision').select('id').where('id', 'in', ids).execute()).toEqual([])
  const left = await world.sql().selectFrom('unnamed').select(['id', 'failed']).where('id', 'in', ids).execute()
  expect(left.map(({ failed }) => failed)).toEqual([true, true])
})

test('a pull request that is closed while its preview is being made leaves nothing', async () => {
  const { id, repository, name, report } = await synchronized(gitHub)
  const oid = await propose(repository, gitHub.ref, 'Proposed.')
  const closed = new Promise<number>((resolve) => {
    server.answers.set(gitHub.api(name, oid), async (_, response) => {
      resolve(await report({ isOpen: false }))
      response.writeHead(201).end()
    })
  })
  await report({})
  expect(await closed).toBe(204)
  expect(await previewsOf(id)).toEqual([])
  // By the end of the next one, the first has ended too.
  await repository.git('update-ref', 'refs/pull/8/head', oid)
  takeStatuses(gitHub.api(name, oid))
  await report({ number: 8 })
  const { revision } = await settled(id, hasEnded)
  const made = world.sql().selectFrom('revision').select('id').where('space_id', '=', id).where('kind', '=', 'preview')
  expect(await made.execute()).toEqual([{ id: revision }])
})

test('a pull request against another repository or branch gets none, nor does one without the secret', async () => {
  const { id, repository, report } = await synchronized(gitHub)
  await propose(repository, gitHub.ref, 'Proposed.')
  // Another repository of the server, one whose name ends alike, and another branch.
  for (const pull of [{ name: 'team/elsewhere' }, { name: 'docs' }, { base: 'release' }])
    expect([pull, await report(pull)]).toEqual([pull, 204])
  expect(await report({}, { 'X-Hub-Signature-256': 'sha256=00' })).toBe(404)
  expect(await previewsOf(id)).toEqual([])
})

test('pull requests get none unless the synchronization asks for previews', async () => {
  const { id, repository, report } = await synchronized(gitHub, { previewExternalBranches: undefined })
  await propose(repository, gitHub.ref, 'Proposed.')
  expect(await report({})).toBe(204)
  expect(await previewsOf(id)).toEqual([])
})

test('a head that the server does not offer, and one that cannot be imported, are failures with the reason', async () => {
  const { id, repository, name, report } = await synchronized(gitHub, { repoProjectDirectory: '' })
  await report({})
  expect(await settled(id, hasEnded)).toMatchObject({
    state: 'failure',
    error: expect.stringContaining('does not offer'),
  })
  expect(statuses).toEqual([])
  await repository.git('branch', '--force', 'empty', 'main')
  const oid = await repository.commit({ 'README.md': null, 'picture.txt': 'no page' }, { branch: 'empty' })
  await repository.git('update-ref', gitHub.ref, oid)
  takeStatuses(gitHub.api(name, oid))
  await report({ title: 'Again' })
  const failed = await settled(id, (one) => one.commit === oid && hasEnded(one))
  expect(failed).toMatchObject({ state: 'failure', error: expect.any(String) })
  expect(statuses.at(-1)?.body).toMatchObject({ state: 'failure', description: failed.error?.slice(0, 140) })
  expect(statuses.at(-1)?.body).not.toHaveProperty('target_url')
})

test('a server that refuses, redirects or does not answer a status keeps no preview from being made', async () => {
  for (const [answer, error] of [
    [403, /answered the status of the commit with 403/],
    [302, /answered the status of the commit with 302/],
  ] as const) {
    const { id, repository, name, report } = await synchronized(gitHub)
    const oid = await propose(repository, gitHub.ref, 'Proposed.')
    takeStatuses(gitHub.api(name, oid), () => answer)
    await report({})
    expect(await settled(id, hasEnded)).toMatchObject({ state: 'success', statusError: expect.stringMatching(error) })
  }
  const silent = await synchronized(gitHub)
  const oid = await propose(silent.repository, gitHub.ref, 'Proposed.')
  let release = () => {}
  server.answers.set(gitHub.api(silent.name, oid), (request) => {
    release = () => request.socket.destroy()
  })
  await silent.report({})
  const other = await synchronized(gitHub)
  const second = await propose(other.repository, gitHub.ref, 'Proposed.')
  takeStatuses(gitHub.api(other.name, second))
  await other.report({})
  expect(await settled(other.id, hasEnded)).toMatchObject({ state: 'success' })
  release()
  for (;;) {
    const [preview] = await previewsOf(silent.id)
    if (preview?.state === 'success') break
  }
})

test('a preview whose process died after the import goes on where it was', async () => {
  const { id, repository, name, report } = await synchronized(gitHub)
  const oid = await propose(repository, gitHub.ref, 'Proposed.')
  takeStatuses(gitHub.api(name, oid))
  await report({})
  const { url, revision } = await settled(id, hasEnded)
  const left = { state: 'importing', revision: null, wanted: null, reported: null } as const
  await world.sql().updateTable('git_preview').set(left).where('space_id', '=', id).execute()
  await report({ title: 'Again' })
  expect(await settled(id, hasEnded)).toMatchObject({ state: 'success', url, revision })
  expect(statuses.map(({ body }) => body.state)).toEqual(['pending', 'success', 'success'])
})

test('previews end with the synchronization', async () => {
  const { id, repository, name, report } = await synchronized(gitHub)
  const oid = await propose(repository, gitHub.ref, 'Proposed.')
  takeStatuses(gitHub.api(name, oid))
  await report({})
  const { url = '' } = await settled(id, hasEnded)
  expect((await opened(url)).status).toBe(200)
  await world.send('deleteSpaceGitSync', { params: { spaceId: id } })
  expect([(await opened(url)).status, await previewsOf(id)]).toEqual([404, []])
})

test('a pull request brings no specification of the organization that no live page shows', async () => {
  const { id, repository, report } = await synchronized(gitHub)
  await processed(world, 'owls', () =>
    world.send('createOrUpdateOpenAPISpecBySlug', {
      params: { specSlug: 'owls' },
      body: { source: { text: JSON.stringify(petstore('Owls')) } },
    }),
  )
  const block = '{% openapi-operation spec="owls" path="/pets" method="get" %}\n{% endopenapi-operation %}\n'
  await propose(repository, gitHub.ref, block, {
    'SUMMARY.md':
      '* [Home](README.md)\n* ```yaml\n  type: builtin:openapi\n  props:\n    models: true\n  dependencies:\n    spec:\n      ref:\n        kind: openapi\n        spec: owls\n  ```\n',
  })
  await report({})
  const { revision = '' } = await settled(id, hasEnded)
  const shown = async () => {
    const [home] = await git.pagesOf(id)
    const params = { spaceId: id, revisionId: revision, pageId: home?.id ?? '' }
    const { body } = await world.send('getPublishedPage', { as: service, params, body: { claims: {} } })
    expect(JSON.stringify(body.document)).toContain('owls')
    return Object.keys(body.specs)
  }
  expect(await shown()).toEqual([])
  const { body } = await world.send('listPublishedPages', {
    as: service,
    params: { spaceId: id, revisionId: revision },
  })
  expect(body.pages.map((page: { title: string }) => page.title)).toEqual(['Home'])
  await world.publish(id, { Reference: block })
  expect(await shown()).toEqual(['owls'])
})

test('a space has twenty previews at most: the one that nothing happened to for the longest time ends', async () => {
  const { id, report } = await synchronized(gitHub)
  for (let number = 1; number <= 20; number += 1) await report({ number })
  await report({ number: 1, title: 'Again' })
  await report({ number: 21 })
  const numbers = (await previewsOf(id)).map((preview) => preview.number)
  expect([numbers.length, numbers.includes(1), numbers.includes(2), numbers.includes(21)]).toEqual([
    20,
    true,
    false,
    true,
  ])
})
