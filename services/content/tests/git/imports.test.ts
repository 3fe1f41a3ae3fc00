import { createHash } from 'node:crypto'
import { afterAll, expect, test } from '@jest/globals'
import { startGitWorld } from '../support/git-world.ts'

const { server, world, git, stop } = await startGitWorld()
afterAll(stop)

const docs = {
  'SUMMARY.md': '# Summary\n\n* [Home](README.md)\n* [Install](guides/install.md)\n',
  'README.md': '# Home\n\nSee [how to install](guides/install.md).\n',
  'guides/install.md': '# Install\n\nRun the installer.\n\n![logo](../.gitbook/assets/logo.svg)\n',
  '.gitbook/assets/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
}

test('a repository becomes the live content, with the commit and the files that it came from', async () => {
  const repository = await server.repository()
  const commit = await repository.commit(docs, { message: 'Begin\n\nAll of it.' })
  const { id } = await world.makeSpace()
  const given = { repoCommitURL: `${repository.plainUrl}/commit` }
  const operation = await git.importFrom(repository, id, given)
  expect(operation).toMatchObject({ state: 'success', direction: 'import', commit, url: repository.plainUrl })
  const pages = await git.pagesOf(id)
  expect(pages.map(({ title, git }) => [title, git?.path])).toEqual([
    ['Home', 'README.md'],
    ['Install', 'guides/install.md'],
  ])
  const blob = (await repository.git('rev-parse', 'main:guides/install.md')).trim()
  expect(pages[1]?.git?.oid).toBe(blob)
  const { body: revision } = await world.send('getRevisionById', {
    params: { spaceId: id, revisionId: operation.revision ?? '' },
  })
  expect(revision.git).toEqual({
    oid: commit,
    message: 'Begin\n\nAll of it.',
    createdByGitBook: false,
    ref: 'refs/heads/main',
    url: `${repository.plainUrl}/commit/${commit}`,
  })
  expect((await world.space(id)).revision).toBe(operation.revision)
  const logo = (await repository.git('rev-parse', 'main:.gitbook/assets/logo.svg')).trim()
  expect(revision.files[0].git).toEqual({ oid: logo, path: '.gitbook/assets/logo.svg' })
})

test('the event of a space has the last synchronization: its start, and its end with the commit or without', async () => {
  const repository = await server.repository()
  const commit = await repository.commit(docs)
  const { id } = await world.makeSpace()
  const { revision: before } = await world.space(id)
  const runsDuring = async (given: Record<string, unknown>) => {
    const events = await world.test.eventsDuring(() => git.importFrom(repository, id, given))
    const states = events.map(({ data }) => data as { id: string; gitRun?: { state: string } | null })
    return states.flatMap(({ id: spaceId, gitRun }) => (spaceId === id && gitRun ? [gitRun] : []))
  }
  const runs = await runsDuring({})
  const { id: runId, revision } = await git.newest(id)
  const started = { id: runId, state: 'started', commitId: '', revisionId: before }
  expect(runs[0]).toEqual(started)
  expect(runs.at(-1)).toEqual({ id: runId, state: 'success', commitId: commit, revisionId: revision })
  const failed = await runsDuring({ ref: 'refs/heads/none' })
  const last = (await git.newest(id)).id
  expect(failed.map(({ state }) => state)).toEqual(['started', 'failure'])
  expect(failed.at(-1)).toEqual({ id: last, state: 'failure', commitId: '', revisionId: revision })
  expect(await runsDuring({ standalone: true, force: true })).toEqual([])
  expect((await world.send('getSpaceGitInfo', { params: { spaceId: id } })).status).toBe(404)
  expect(await world.space(id)).not.toHaveProperty('gitSync')
})

test('a later commit changes what it changed: pages keep their ids, also where they were renamed', async () => {
  const repository = await server.repository()
  await repository.commit(docs)
  const { id } = await world.makeSpace()
  const first = await git.importFrom(repository, id)
  const before = await git.pagesOf(id)
  const moved = { 'guides/install.md': null, 'guides/setup.md': docs['guides/install.md'] }
  const summary = '# Summary\n\n* [Home](README.md)\n* [Set up](guides/setup.md)\n'
  await repository.commit({ ...moved, 'SUMMARY.md': summary })
  const second = await git.importFrom(repository, id)
  const after = await git.pagesOf(id)
  expect(after.map((page) => page.id)).toEqual(before.map((page) => page.id))
  expect(after[1]).toMatchObject({ title: 'Set up', path: 'setup', git: { path: 'guides/setup.md' } })
  expect(second.revision).not.toBe(first.revision)
  const again = await git.importFrom(repository, id)
  expect(again).toMatchObject({ state: 'success', revision: second.revision, commit: second.commit })
})

test('what people changed meanwhile is merged with the commit, page by page and line by line', async () => {
  const repository = await server.repository()
  const long = '# Home\n\nOne.\n\nTwo.\n\nThree.\n\nFour.\n\nFive.\n'
  await repository.commit({ 'README.md': long, 'other.md': '# Other\n\nIt is so.\n' })
  const { id } = await world.makeSpace()
  await git.importFrom(repository, id)
  const [home, other] = await git.pagesOf(id)
  const text = await git.markdownOf(id, home?.id ?? '')
  await git.edit(id, home?.id ?? '', text.replace('One.', 'One, edited here.'))
  await git.edit(id, other?.id ?? '', 'It is so here.')
  await repository.commit({ 'README.md': long.replace('Five.', 'Five, pushed.') })
  expect(await git.importFrom(repository, id)).toMatchObject({ state: 'success' })
  expect(await git.markdownOf(id, home?.id ?? '')).toBe(
    'One, edited here.\n\nTwo.\n\nThree.\n\nFour.\n\nFive, pushed.\n',
  )
  expect(await git.markdownOf(id, other?.id ?? '')).toBe('It is so here.')
})

test('what conflicts becomes a change request, the live content stays, and nothing is exported over it', async () => {
  const repository = await server.repository()
  await repository.commit({ 'README.md': '# Home\n\nOne.\n' })
  const { id: spaceId } = await world.makeSpace()
  await git.importFrom(repository, spaceId)
  const [home] = await git.pagesOf(spaceId)
  await git.edit(spaceId, home?.id ?? '', 'One, edited here.')
  const commit = await repository.commit({ 'README.md': '# Home\n\nOne, pushed.\n' }, { message: 'Push' })
  const operation = await git.importFrom(repository, spaceId)
  expect(operation).toMatchObject({ state: 'success', commit, changeRequest: expect.any(String) })
  expect(await git.markdownOf(spaceId, home?.id ?? '')).toBe('One, edited here.')
  const params = { spaceId, changeRequestId: operation.changeRequest ?? '' }
  const { body: changeRequest } = await world.send('getChangeRequestById', { params })
  expect(changeRequest).toMatchObject({ status: 'open', subject: 'Git: Push' })
  expect((await world.send('mergeChangeRequest', { params })).body.result).toBe('conflicts')
  expect(await git.exportTo(repository, spaceId)).toMatchObject({ state: 'failure', error: /holds changes of the/ })
  await world.write(spaceId, params.changeRequestId, [
    { operation: 'update_page', page: home?.id, document: { markdown: 'One, from both.' } },
  ])
  expect((await world.send('mergeChangeRequest', { params })).body.result).toBe('merge')
  expect(await git.exportTo(repository, spaceId)).toMatchObject({ state: 'success' })
  expect(await repository.read('README.md')).toBe('# Home\n\nOne, from both.')
})

test('with `force`, the content of the repository replaces what people changed', async () => {
  const repository = await server.repository()
  await repository.commit({ 'README.md': '# Home\n\nOne.\n' })
  const { id } = await world.makeSpace()
  await git.importFrom(repository, id)
  const [home] = await git.pagesOf(id)
  await git.edit(id, home?.id ?? '', 'Two.')
  await git.importFrom(repository, id)
  expect(await git.markdownOf(id, home?.id ?? '')).toBe('Two.')
  await git.importFrom(repository, id, { force: true })
  expect(await git.markdownOf(id, home?.id ?? '')).toBe('One.\n')
})

test('a standalone import makes a revision that can be read, and leaves the live content and the provider', async () => {
  const repository = await server.repository()
  await repository.commit({ 'README.md': '# Home\n\nOne.\n' })
  const { id: spaceId } = await world.makeSpace()
  await git.importFrom(repository, spaceId)
  const live = (await world.space(spaceId)).revision
  await repository.commit({ 'README.md': '# Home\n\nDraft.\n' }, { branch: 'draft' })
  const { revision = '', ...operation } = await git.importFrom(repository, spaceId, {
    ref: 'refs/heads/draft',
    standalone: true,
    gitInfo: { provider: 'gitlab' },
  })
  expect(operation).toMatchObject({ state: 'success', standalone: true })
  const params = { spaceId, revisionId: revision }
  const { body } = await world.send('getRevisionById', { params })
  expect(body.pages.map(({ title }: { title: string }) => title)).toEqual(['Home'])
  expect((await world.space(spaceId)).revision).toBe(live)
  expect((await world.send('getSpaceGitInfo', { params: { spaceId } })).status).toBe(404)
})

test('an operation that follows something older than the last one fails, unless it is forced', async () => {
  const repository = await server.repository()
  await repository.commit({ 'README.md': '# Home\n\nOne.\n' })
  const { id } = await world.makeSpace()
  await git.importFrom(repository, id, { timestamp: '2026-05-01T10:00:00.000Z' })
  await repository.commit({ 'README.md': '# Home\n\nTwo.\n' })
  const earlier = { timestamp: '2026-05-01T09:00:00.000Z' }
  expect(await git.importFrom(repository, id, earlier)).toMatchObject({ state: 'failure', error: /something newer/ })
  expect(await git.exportTo(repository, id, earlier)).toMatchObject({ state: 'failure' })
  expect(await git.importFrom(repository, id, { ...earlier, force: true })).toMatchObject({ state: 'success' })
})

test('an operation that follows something of a time to come holds back none of the next ones', async () => {
  const repository = await server.repository()
  await repository.commit({ 'README.md': '# Home\n\nOne.\n' })
  const { id } = await world.makeSpace()
  const timestamp = '2999-01-01T00:00:00.000Z'
  expect(await git.importFrom(repository, id, { timestamp })).toMatchObject({ state: 'success' })
  await repository.commit({ 'README.md': '# Home\n\nTwo.\n' })
  expect(await git.importFrom(repository, id)).toMatchObject({ state: 'success' })
  // A row with such a time may be left of an earlier version.
  await world
    .sql()
    .updateTable('space_git')
    .set({ at: new Date(timestamp) })
    .where('space_id', '=', id)
    .execute()
  await repository.commit({ 'README.md': '# Home\n\nThree.\n' })
  expect(await git.importFrom(repository, id)).toMatchObject({ state: 'success' })
  const [home] = await git.pagesOf(id)
  expect(await git.markdownOf(id, home?.id ?? '')).toBe('Three.\n')
})

test('a folder of the repository is the whole project, and another branch another state', async () => {
  const repository = await server.repository()
  await repository.commit({ 'package.json': '{}', 'docs/README.md': '# Docs\n', 'src/README.md': '# Code\n' })
  const { id } = await world.makeSpace()
  await git.importFrom(repository, id, { repoProjectDirectory: '/docs/' })
  expect((await git.pagesOf(id)).map(({ title, git }) => [title, git?.path])).toEqual([['Docs', 'README.md']])
  const missing = await git.importFrom(repository, id, { repoProjectDirectory: 'manual' })
  expect(missing).toMatchObject({ state: 'failure', error: 'the repository has no folder manual' })
  expect(await git.importFrom(repository, id, { ref: 'refs/heads/none' })).toMatchObject({
    state: 'failure',
    error: 'the repository has no refs/heads/none',
  })
})

test('the provider of a space is what the last operation said, and can be removed', async () => {
  const repository = await server.repository()
  await repository.commit({ 'README.md': '# Home\n' })
  const { id: spaceId } = await world.makeSpace()
  const info = async () => world.send('getSpaceGitInfo', { as: 'rex', params: { spaceId } })
  const remove = async () => (await world.send('deleteLegacyGitInstallation', { params: { spaceId } })).status
  expect((await info()).status).toBe(404)
  expect(await remove()).toBe(204)
  const url = 'https://github.com/team/docs/tree/main'
  await git.importFrom(repository, spaceId, { gitInfo: { provider: 'github', url } })
  const name = repository.path.slice(1, -'.git'.length)
  const expected = { repoName: name, installationProvider: 'github', url, updatedAt: expect.any(String) }
  expect((await info()).body).toEqual(expected)
  expect((await world.space(spaceId)).gitSync).toEqual(expected)
  expect([await remove(), (await info()).status, await remove()]).toEqual([205, 404, 204])
  expect((await world.space(spaceId)).gitSync).toBeUndefined()
})

test('credentials are sealed where they are stored, and stand in no answer and no error', async () => {
  const repository = await server.repository()
  await repository.commit({ 'README.md': '# Home\n' })
  const { id: spaceId } = await world.makeSpace()
  const wrong = repository.url.replace('robot:', 'robot:not-')
  expect(await git.importFrom({ url: wrong }, spaceId)).toMatchObject({ state: 'failure', error: /the credentials/ })
  await git.importFrom(repository, spaceId)
  const { rows } = await world.sql().executeQuery<{ text: string }>({
    sql: 'select to_jsonb(import_run)::text as text from import_run where space_id = $1',
    parameters: [spaceId],
    query: { kind: 'RawNode' } as never,
    queryId: { queryId: 'rows' },
  })
  expect(rows).toHaveLength(2)
  const { body } = await world.send('listSpaceGitOperations', { params: { spaceId } })
  const { body: runs } = await world.send('listImportRuns', { query: { space: spaceId } })
  expect([body.items.length, runs.items.length]).toEqual([2, 2])
  expect(rows.every((row) => JSON.parse(row.text).git_secret === null)).toBe(true)
  for (const text of [...rows.map((row) => row.text), JSON.stringify(body), JSON.stringify(runs)]) {
    expect(text).not.toContain('word')
    expect(text).not.toContain('robot')
  }
})

test('who may not edit the space neither imports nor exports', async () => {
  const { id: spaceId } = await world.makeSpace()
  const body = { url: `http://${server.host}/x.git`, ref: 'refs/heads/main', commitMessage: 'x' }
  for (const id of ['importGitRepository', 'exportToGitRepository'])
    expect(await world.statuses(id, ['rex', 'cora', 'olga'], { params: { spaceId }, body })).toEqual([403, 403, 404])
  expect(await world.statuses('listSpaceGitOperations', ['rex', 'edda'], { params: { spaceId } })).toEqual([403, 200])
})

test('files of Git LFS come from where the server keeps them, and stay pointers in the repository', async () => {
  const repository = await server.repository()
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="7" height="7"/>'
  const other = drawing.replace('7', '8')
  const [oid = '', otherId = ''] = [drawing, other].map((text) => createHash('sha256').update(text).digest('hex'))
  const pointerTo = (name: string, size: number) =>
    `version https://git-lfs.github.com/spec/v1\noid sha256:${name}\nsize ${size}\n`
  const commit = await repository.commit({
    'README.md': '# Home\n\n![It](it.svg) ![Lost](lost.svg) ![Other](other.svg)\n',
    'it.svg': pointerTo(oid, drawing.length),
    'lost.svg': pointerTo('0'.repeat(64), 10),
    'other.svg': pointerTo(otherId, other.length),
  })
  const asked: unknown[] = []
  const batches: number[] = []
  server.answers.set(`${repository.path}/info/lfs/objects/batch`, async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    const objects: { oid: string }[] = JSON.parse(body).objects
    batches.push(objects.length)
    asked.push(request.headers.authorization)
    const header = { 'X-Token': 'of the store' }
    const answered = objects.map((object) => {
      const download = { href: `http://${server.host}/lfs/${object.oid}`, header }
      return {
        ...object,
        ...([oid, otherId].includes(object.oid) ? { actions: { download } } : { error: { code: 404 } }),
      }
    })
    response.end(JSON.stringify({ objects: answered }))
  })
  for (const [id, content] of [
    [oid, drawing],
    [otherId, other],
  ])
    server.answers.set(`/lfs/${id}`, (request, response) => {
      asked.push(request.headers['x-token'], request.headers.authorization)
      response.end(content)
    })
  const { id: spaceId } = await world.makeSpace()
  const operation = await git.importFrom(repository, spaceId)
  expect(operation).toMatchObject({ state: 'success' })
  const { body } = await world.send('listFiles', { params: { spaceId } })
  expect(body.items.map(({ name, size }: { name: string; size: number }) => [name, size]).toSorted()).toEqual([
    ['it.svg', drawing.length],
    ['other.svg', other.length],
  ])
  expect(batches[0]).toBe(3)
  const login = Buffer.from(`${server.credentials.username}:${server.credentials.password}`).toString('base64')
  // The credentials of the repository are for its server alone.
  expect(new Set(asked)).toEqual(new Set([`Basic ${login}`, 'of the store', undefined]))
  const { body: run } = await world.send('getImportRun', { params: { importRunId: operation.id } })
  expect(run.failures).toEqual([{ path: 'lost.svg', problem: expect.stringContaining('Git LFS') }])
  expect(await git.exportTo(repository, spaceId)).toMatchObject({ commit })
})
