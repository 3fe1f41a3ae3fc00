import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { member } from '@quire/contracts'
import { startGitWorld } from '../support/git-world.ts'
import { hasSshServer, sshServer } from '../support/ssh-server.ts'

const ssh = hasSshServer ? await sshServer() : undefined
const { server, world, git, stop } = await startGitWorld(ssh ? [ssh.host] : [])
beforeAll(async () => {
  await world.publishState(member, { id: 'o-ada', organizationId: 'other', userId: 'ada', role: 'create' })
  await world.test.settled()
})
afterAll(async () => {
  await stop()
  await ssh?.stop()
})

const ifThere = hasSshServer ? test : test.skip
const secret = 'a secret of the webhook'

const sync = (spaceId: string, given: object) =>
  world.send('setSpaceGitSync', {
    params: { spaceId },
    body: { ref: 'main', host: 'gitlab', direction: 'import', webhookSecret: secret, pollMinutes: 1440, ...given },
  })
const rowOf = (spaceId: string) =>
  world.sql().selectFrom('git_sync').selectAll().where('id', '=', spaceId).executeTakeFirstOrThrow()

test.each(['space', 'collection'])(
  'a %s that goes to another organization leaves the Git credentials behind',
  async (kind) => {
    const { body: collection } = await world.send('createCollection', { body: { title: 'All' } })
    const { id: spaceId } = await world.makeSpace(kind === 'collection' ? { parent: collection.id } : {})
    for (const url of ['git@git.example.com:team/docs.git', 'https://robot:hidden@git.example.com/team/docs.git']) {
      expect((await sync(spaceId, { url })).status).toBe(200)
    }
    await world
      .sql()
      .updateTable('git_sync')
      .set({ ssh_key: 'sealed', public_key: 'ssh-ed25519' })
      .where('id', '=', spaceId)
      .execute()
    await world.sql().updateTable('git_sync').set({ previews: true }).where('id', '=', spaceId).execute()
    const request = {
      object_kind: 'merge_request',
      project: { path_with_namespace: 'team/docs' },
      object_attributes: { iid: 7, state: 'opened', target_branch: 'main' },
    }
    const webhookOf = (body: object) => ({
      ...{ params: { spaceId }, body: Buffer.from(JSON.stringify(body)), headers: { 'X-Gitlab-Token': secret } },
    })
    const previews = () =>
      world.sql().selectFrom('git_preview').select('number').where('space_id', '=', spaceId).execute()
    await world.send('receiveGitWebhook', webhookOf(request))
    expect(await previews()).toEqual([{ number: 7 }])
    const waits = { url: 'https://robot:hidden@git.example.com/team/docs.git', ref: 'main' }
    await world.send('importGitRepository', { params: { spaceId }, body: waits })
    const [operation, params] =
      kind === 'space' ? ['transferSpace', { spaceId }] : ['transferCollection', { collectionId: collection.id }]
    expect(
      (await world.send(operation as string, { params: params as never, body: { organization: 'other' } })).status,
    ).toBe(200)
    expect(await rowOf(spaceId)).toMatchObject({
      ...{ organization_id: 'other', secret: null, ssh_key: null, public_key: null, known_hosts: '' },
      paused_at: expect.anything(),
    })
    const runs = await world
      .sql()
      .selectFrom('import_run')
      .select('git_secret')
      .where('space_id', '=', spaceId)
      .execute()
    expect(runs.map((run) => run.git_secret).filter((one) => one !== null)).toEqual([])
    const { body } = await world.send('getSpaceGitSync', { params: { spaceId } })
    expect([body.error, body.sshKey]).toEqual([expect.stringContaining('set up the synchronization again'), undefined])
    expect((await world.send('runSpaceGitSync', { params: { spaceId } })).status).toBe(409)
    expect([(await world.send('receiveGitWebhook', webhookOf({}))).status, await previews()]).toEqual([404, []])
  },
)

test('credentials and the key serve another branch or folder for whoever gave them, and for nobody else', async () => {
  const { id: spaceId } = await world.makeSpace()
  const stored = 'https://robot:hidden@git.example.com/team/docs.git'
  const bare = 'https://git.example.com/team/docs.git'
  const setUp = (as: string, given: object) =>
    world.send('setSpaceGitSync', {
      ...{ as, params: { spaceId } },
      body: { ref: 'main', host: 'gitlab', direction: 'import', repoProjectDirectory: 'docs', ...given },
    })
  expect((await setUp('ada', { url: stored })).status).toBe(200)
  const others = [
    ...[{ ref: 'next' }, { repoProjectDirectory: '' }, { previewExternalBranches: true }],
    { direction: 'export' },
  ]
  const refuseOthers = async () => {
    for (const more of others) {
      const refused = await setUp('cleo', { url: bare, ...more })
      expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringContaining('body.url')])
    }
  }
  await refuseOthers()
  expect((await setUp('cleo', { url: bare, pollMinutes: 60 })).status).toBe(200)
  expect((await rowOf(spaceId)).secret).not.toBeNull()
  // Who saved the same once more has given no credentials.
  await refuseOthers()
  expect((await setUp('ada', { url: stored, ref: 'next' })).status).toBe(200)
  expect((await setUp('ada', { url: bare, ref: 'last' })).status).toBe(200)
  expect((await rowOf(spaceId)).secret).not.toBeNull()
  const url = 'git@git.example.com:team/docs.git'
  const keyAs = async (as: string, given: object) => (await setUp(as, { url, ...given })).body.sshKey
  const key = await keyAs('ada', {})
  expect([await keyAs('ada', { ref: 'next' }), await keyAs('cleo', { ref: 'next' })]).toEqual([key, key])
  expect(await keyAs('ada', { ref: 'main' })).toBe(key)
  expect(await keyAs('cleo', { ref: 'last' })).not.toBe(key)
})

test('a transferred space is synchronized again once somebody of the organization sets it up, with a secret of its own', async () => {
  const repository = await server.repository()
  await repository.commit({ 'README.md': '# Home\n\nOne.\n' })
  const { id: spaceId } = await world.makeSpace()
  await sync(spaceId, { url: repository.url })
  await world.send('transferSpace', { params: { spaceId }, body: { organization: 'other' } })
  // Until then, operations by hand are free to use another place.
  const another = await server.repository()
  await another.commit({ 'README.md': '# Another\n' })
  expect(await git.importFrom(another, spaceId)).toMatchObject({ state: 'success' })
  const { status, body } = await sync(spaceId, { url: repository.url, webhookSecret: undefined })
  expect([status, body.error, body.webhook.secret === secret]).toEqual([200, undefined, false])
  expect((await rowOf(spaceId)).paused_at).toBeNull()
  expect((await world.send('runSpaceGitSync', { params: { spaceId } })).status).toBe(204)
})

ifThere('the key of a synchronization serves its branch and folder, and no other operation by hand', async () => {
  if (!ssh) throw new Error('there is no SSH server')
  const repository = await server.repository()
  const url = ssh.urlOf(repository.bare)
  await repository.commit({ 'docs/README.md': '# Home\n\nOne.\n', 'secret/README.md': '# Secret\n' })
  await repository.git('branch', 'private', 'main')
  const { id: spaceId } = await world.makeSpace()
  const { body } = await sync(spaceId, { url, repoProjectDirectory: 'docs' })
  await ssh.authorize(body.sshKey)
  const folder = { repoProjectDirectory: 'docs' }
  expect(await git.importFrom({ url }, spaceId, folder)).toMatchObject({ state: 'success' })
  const refused = { state: 'failure', error: /no key for SSH at this repository, branch and folder/ }
  for (const given of [
    {},
    { repoProjectDirectory: 'secret' },
    { ...folder, ref: 'refs/heads/private' },
    { ...folder, ref: 'HEAD' },
    { ...folder, ref: 'refs/heads/private', preview: 'forged' },
  ]) {
    const beside = { ...given, standalone: true }
    expect([given, await git.importFrom({ url }, spaceId, beside)]).toMatchObject([given, refused])
    await expect(git.importFrom({ url }, spaceId, given)).rejects.toThrow('answered 409')
  }
  await expect(git.exportTo({ url }, spaceId, { ...folder, ref: 'refs/heads/elsewhere' })).rejects.toThrow(
    'answered 409',
  )
  expect((await repository.git('branch', '--list')).match(/elsewhere/)).toBeNull()
})
