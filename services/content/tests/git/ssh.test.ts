import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type GitServer, gitServer } from '@quire/world/git-server'
import { gitOperationsOf } from '../support/git-operations.ts'
import { hasSshServer, sshServer } from '../support/ssh-server.ts'
import { startWorld, type World } from '../world.ts'

let ssh: Awaited<ReturnType<typeof sshServer>> | undefined
let server: GitServer
let world: World
beforeAll(async () => {
  if (hasSshServer) ssh = await sshServer()
  server = await gitServer()
  world = await startWorld({ OUTBOUND_ALLOW: ssh?.host ?? '' })
})
afterAll(async () => {
  await world?.stop()
  await server?.stop()
  await ssh?.stop()
})

const ifThere = hasSshServer ? test : test.skip

ifThere('over SSH the key of the space signs in, and the key of the server has to stay the same', async () => {
  if (!ssh) throw new Error('there is no SSH server')
  const git = gitOperationsOf(world)
  const repository = await server.repository()
  const url = ssh.urlOf(repository.bare)
  await repository.commit({ 'README.md': '# Home\n\nOne.\n' })
  const { id: spaceId } = await world.makeSpace()
  expect(await git.importFrom({ url }, spaceId)).toMatchObject({ state: 'failure', error: /no key for SSH/ })
  const body = { url, ref: 'main', host: 'other', direction: 'import' }
  const { body: sync } = await world.send('setSpaceGitSync', { params: { spaceId }, body })
  expect(await git.importFrom({ url }, spaceId)).toMatchObject({ state: 'failure', error: /the credentials/ })
  await ssh.authorize(sync.sshKey)
  expect(await git.importFrom({ url }, spaceId)).toMatchObject({ state: 'success' })
  const [home] = await git.pagesOf(spaceId)
  await git.edit(spaceId, home?.id ?? '', 'Two.\n')
  expect(await git.exportTo({ url }, spaceId)).toMatchObject({ state: 'success' })
  expect(await repository.read('README.md')).toBe('# Home\n\nTwo.\n')
  // Who edits the space does not read or write what else the key opens at that server.
  const other = await server.repository()
  await other.commit({ 'README.md': '# Other\n' })
  expect(await git.importFrom({ url: ssh.urlOf(other.bare) }, spaceId)).toMatchObject({
    state: 'failure',
    error: /no key for SSH/,
  })
  await ssh.changeHostKey()
  expect(await git.importFrom({ url }, spaceId)).toMatchObject({ state: 'failure', error: /another SSH host key/ })
})

ifThere('an address of SSH within the network is not connected to', async () => {
  const git = gitOperationsOf(world)
  const { id: spaceId } = await world.makeSpace()
  const url = 'ssh://git@127.0.0.1:1/docs.git'
  await world.send('setSpaceGitSync', {
    params: { spaceId },
    body: { url, ref: 'main', host: 'other', direction: 'import' },
  })
  expect(await git.importFrom({ url }, spaceId)).toMatchObject({
    state: 'failure',
    error: /address that is not public/,
  })
})
