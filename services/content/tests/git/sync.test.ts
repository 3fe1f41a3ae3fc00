import { createHmac } from 'node:crypto'
import { afterAll, expect, test } from '@jest/globals'
import { gitSyncsOf, webhookSecret } from '../support/git-sync.ts'
import { startGitWorld } from '../support/git-world.ts'
import { until } from '../support/until.ts'

const { server, world, git, stop } = await startGitWorld()
afterAll(stop)

const { setUp, settled } = gitSyncsOf(world)
const secret = webhookSecret

const push = (spaceId: string, body: object, headers: Record<string, string>) =>
  world.send('receiveGitWebhook', { params: { spaceId }, body: Buffer.from(JSON.stringify(body)), headers })
const hmac = (body: object, key = secret) => createHmac('sha256', key).update(JSON.stringify(body)).digest('hex')

test('a space that is set up has the content of the branch, and what is merged becomes a commit of its author', async () => {
  const repository = await server.repository()
  await repository.commit({ 'README.md': '# Home\n\nOne.\n' })
  const { id } = await world.makeSpace()
  const sync = await setUp(id, repository)
  expect(sync).toMatchObject({ ref: 'refs/heads/main', url: repository.plainUrl, webhook: { secret } })
  await settled(id, repository)
  const [home] = await git.pagesOf(id)
  const { id: changeRequestId } = await world.makeChangeRequest(id, 'edda')
  await world.send('updateChangeRequestById', {
    params: { spaceId: id, changeRequestId },
    body: { subject: 'Say two' },
  })
  await world.write(id, changeRequestId, [
    { operation: 'update_page', page: home?.id, document: { markdown: 'Two.\n' } },
  ])
  await world.merge(id, changeRequestId)
  await world.send('runSpaceGitSync', { params: { spaceId: id } })
  const { commit } = await settled(id, repository)
  expect(commit).toBe(await repository.head())
  // What the space had in common with one repository says nothing of the next one.
  expect(await setUp(id, elsewhere)).not.toHaveProperty('commit')
  expect(await repository.read('README.md')).toBe('# Home\n\nTwo.\n')
  expect((await repository.log())[0]).toBe('Say two|Edda <edda@example.com>|Quire')
})

/** A repository that is not there. */
const elsewhere = { url: 'https://git.invalid/team/docs.git' }

/** How often somebody wished a look at a synchronization. */
async function wishesOf(id: string): Promise<number> {
  const row = world.sql().selectFrom('git_sync').select('wishes').where('id', '=', id)
  return (await row.executeTakeFirstOrThrow()).wishes
}

test.each([
  ['github', (body: object) => ({ 'X-Hub-Signature-256': `sha256=${hmac(body)}` })],
  ['gitea', (body: object) => ({ 'X-Gitea-Signature': hmac(body) })],
  ['bitbucket', (body: object) => ({ 'X-Hub-Signature': `sha256=${hmac(body)}` })],
  ['gitlab', () => ({ 'X-Gitlab-Token': secret })],
  ['other', () => ({ 'X-Webhook-Secret': secret })],
] as const)('a webhook of %s is believed, and counts once where it says what it is of', async (host, headersOf) => {
  const { id } = await world.makeSpace()
  await setUp(id, elsewhere, { host, pollMinutes: 1440 })
  const before = await wishesOf(id)
  const body = { ref: 'refs/heads/main', after: id }
  expect((await push(id, body, headersOf(body))).status).toBe(204)
  expect(await wishesOf(id)).toBe(before + 1)
  expect((await push(id, body, headersOf(body))).status).toBe(host === 'other' ? 204 : 409)
})

test('a webhook brings a push at once', async () => {
  const repository = await server.repository()
  await repository.commit({ 'README.md': '# Home\n\nOne.\n' })
  const { id } = await world.makeSpace()
  await setUp(id, repository, { pollMinutes: 1440 })
  await settled(id, repository)
  const commit = await repository.commit({ 'README.md': '# Home\n\nPushed.\n' })
  const body = { ref: 'refs/heads/main', after: commit }
  expect((await push(id, body, { 'X-Hub-Signature-256': `sha256=${hmac(body)}` })).status).toBe(204)
  expect(await settled(id, repository)).toMatchObject({ commit })
  const [home] = await git.pagesOf(id)
  expect(await git.markdownOf(id, home?.id ?? '')).toBe('Pushed.\n')
})

test('a webhook that does not know the secret is as if there were none, and starts nothing', async () => {
  const { id } = await world.makeSpace()
  const { id: without } = await world.makeSpace()
  const body = { ref: 'refs/heads/main' }
  await setUp(id, elsewhere, { pollMinutes: 1440 })
  const before = await wishesOf(id)
  const forged: Record<string, string>[] = [
    {},
    { 'X-Hub-Signature-256': '' },
    { 'X-Hub-Signature-256': `sha256=${hmac(body, 'another secret')}` },
    { 'X-Hub-Signature-256': `sha256=${hmac({ ref: 'x' })}` },
    // The way of another host.
    { 'X-Gitlab-Token': secret, 'X-Webhook-Secret': secret },
  ]
  for (const headers of forged) expect((await push(id, body, headers)).status).toBe(404)
  const genuine = { 'X-Hub-Signature-256': `sha256=${hmac(body)}` }
  expect((await push(without, body, genuine)).status).toBe(404)
  const other = { ref: 'refs/heads/other' }
  expect((await push(id, other, { 'X-Hub-Signature-256': `sha256=${hmac(other)}` })).status).toBe(204)
  expect(await wishesOf(id)).toBe(before)
})

test('where both sides changed, both have both changes afterwards; a conflict waits for people', async () => {
  const repository = await server.repository()
  await repository.commit({ 'README.md': '# Home\n\nOne.\n\nTwo.\n\nThree.\n' })
  const { id } = await world.makeSpace()
  await setUp(id, repository)
  await settled(id, repository)
  const [home] = await git.pagesOf(id)
  const text = await git.markdownOf(id, home?.id ?? '')
  await repository.commit({ 'README.md': '# Home\n\nOne.\n\nTwo.\n\nThree, pushed.\n' })
  await git.edit(id, home?.id ?? '', text.replace('One.', 'One, merged.'))
  await world.send('runSpaceGitSync', { params: { spaceId: id } })
  await settled(id, repository)
  const both = 'One, merged.\n\nTwo.\n\nThree, pushed.\n'
  expect(await git.markdownOf(id, home?.id ?? '')).toBe(both)
  expect(await repository.read('README.md')).toBe(`# Home\n\n${both}`)
  const pushed = await repository.commit({ 'README.md': `# Home\n\n${both.replace('Two.', 'Two, pushed.')}` })
  await git.edit(id, home?.id ?? '', both.replace('Two.', 'Two, merged.'))
  await world.send('runSpaceGitSync', { params: { spaceId: id } })
  const { error, changeRequest } = await settled(id, repository)
  expect(error).toMatch(/^Change request \d+ holds changes of the repository/)
  const held = await world.send('getChangeRequestById', { params: { spaceId: id, changeRequestId: changeRequest } })
  expect(error).toContain(`Change request ${held.body.number} `)
  expect(await repository.head()).toBe(pushed)
  expect(await git.markdownOf(id, home?.id ?? '')).toContain('Two, merged.')
})

test('a push during a conflict waits, and comes when the conflict is resolved', async () => {
  const repository = await server.repository()
  await repository.commit({ 'README.md': '# Home\n\nOne.\n', 'b.md': '# B\n' })
  const { id: spaceId } = await world.makeSpace()
  await setUp(spaceId, repository)
  await settled(spaceId, repository)
  const [home] = await git.pagesOf(spaceId)
  await repository.commit({ 'README.md': '# Home\n\nOne, pushed.\n' })
  await git.edit(spaceId, home?.id ?? '', 'One, merged.\n')
  const run = () => world.send('runSpaceGitSync', { params: { spaceId } })
  const sync = async () => (await world.send('getSpaceGitSync', { params: { spaceId } })).body
  await run()
  const { changeRequest, checkedAt } = await settled(spaceId, repository)
  const imports = await git.newest(spaceId)
  await repository.commit({ 'b.md': '# B\n\nPushed later.\n' })
  await run()
  await until(async () => (await sync()).checkedAt !== checkedAt)
  expect(await sync()).toMatchObject({ changeRequest, error: expect.stringMatching(/^Change request \d+ holds/) })
  expect((await git.newest(spaceId)).id).toBe(imports.id)
  await world.merge(spaceId, changeRequest)
  const document = { markdown: 'One, from both.\n' }
  await world.write(spaceId, changeRequest, [{ operation: 'update_page', page: home?.id, document }])
  await world.merge(spaceId, changeRequest)
  await run()
  await until(async () => !(await sync()).error)
  await settled(spaceId, repository)
  expect(await repository.read('README.md')).toBe('# Home\n\nOne, from both.\n')
  expect(await repository.read('b.md')).toBe('# B\n\nPushed later.\n')
  expect((await git.pagesOf(spaceId)).map(({ title }) => title)).toEqual(['Home', 'B'])
})

test('an empty repository gets the content of the space', async () => {
  const repository = await server.repository()
  const { id } = await world.makeSpace()
  await world.publish(id, { Home: 'It is so.' })
  await setUp(id, repository, { repoProjectDirectory: 'docs' })
  await settled(id, repository)
  expect(await repository.read('docs/README.md')).toBe('# Home\n\nIt is so.')
})

test('it ends with the rights of the person who set it up, and says why it fails', async () => {
  const repository = await server.repository()
  await repository.commit({ 'README.md': '# Home\n' })
  const { id } = await world.makeSpace()
  await setUp(id, { url: repository.url.replace('robot:', 'robot:not-') })
  expect((await settled(id, repository)).error).toContain('does not accept the credentials')
  const { status } = await world.send('setSpaceGitSync', {
    as: 'edda',
    params: { spaceId: id },
    body: { url: repository.url, ref: 'main', host: 'other', direction: 'import' },
  })
  expect(status).toBe(403)
})

test.each([
  'http://127.0.0.1:9/x.git',
  'https://localhost/x.git',
  'ssh://git@[::1]/x.git',
  'git@169.254.169.254:x.git',
])('a repository at %s, to which no connection is made, is refused when it is named', async (url) => {
  const { id: spaceId } = await world.makeSpace()
  const body = { url, ref: 'main', host: 'other', direction: 'import' }
  const { status, body: answer } = await world.send('setSpaceGitSync', { params: { spaceId }, body })
  expect([status, answer.error.message]).toEqual([400, expect.stringMatching(/^body\.url: .* not public/)])
  expect((await world.send('getSpaceGitSync', { params: { spaceId } })).status).toBe(404)
})

test('secrets are sealed and shown to nobody but whoever sets it up; an address of SSH gets a key', async () => {
  const { id: spaceId } = await world.makeSpace()
  const url = 'https://robot:hidden-word@git.example.com/team/docs.git'
  await setUp(spaceId, { url }, { repoProjectDirectory: 'docs' })
  const { body } = await world.send('getSpaceGitSync', { as: 'edda', params: { spaceId } })
  expect(body).toMatchObject({
    url: 'https://git.example.com/team/docs.git',
    repoTreeURL: 'https://git.example.com/team/docs/tree/main/docs',
    webhook: { url: expect.stringContaining(`/v1/spaces/${spaceId}/git/webhook`) },
  })
  const row = await world.sql().selectFrom('git_sync').selectAll().where('id', '=', spaceId).executeTakeFirst()
  for (const text of [JSON.stringify(body), JSON.stringify(row)])
    for (const hidden of ['hidden-word', 'robot', secret]) expect(text).not.toContain(hidden)
  expect((await world.space(spaceId)).gitSync).toMatchObject({ repoName: 'team/docs', installationProvider: 'github' })
  const ssh = await setUp(spaceId, { url: 'git@git.example.com:team/docs.git' })
  expect(ssh.sshKey).toMatch(/^ssh-ed25519 \S+ quire-/)
  const again = { url: 'git@git.example.com:team/docs.git' }
  expect((await setUp(spaceId, again, { ref: 'next', repoProjectDirectory: 'guide' })).sshKey).toBe(ssh.sshKey)
  // The key may open more at the server than whoever sets this up may reach.
  const { sshKey: other } = await setUp(spaceId, { url: 'git@git.example.com:team/other.git' })
  expect(other).toMatch(/^ssh-ed25519 \S+ quire-/)
  expect(other).not.toBe(ssh.sshKey)
  expect((await setUp(spaceId, again)).sshKey).not.toBe(ssh.sshKey)
  const remove = async () => (await world.send('deleteSpaceGitSync', { params: { spaceId } })).status
  expect([await remove(), await remove()]).toEqual([205, 204])
  expect((await world.space(spaceId)).gitSync).toBeUndefined()
})
