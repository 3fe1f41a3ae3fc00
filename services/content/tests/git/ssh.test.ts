import { afterAll, expect, test } from '@jest/globals'
import { startGitWorld } from '../support/git-world.ts'
import { hasSshServer, sshServer } from '../support/ssh-server.ts'

const ssh = hasSshServer ? await sshServer() : undefined
const { server, world, git, stop } = await startGitWorld({ OUTBOUND_ALLOW: ssh?.host ?? '' })
afterAll(async () => {
  await stop()
  await ssh?.stop()
})

const ifThere = hasSshServer ? test : test.skip

ifThere('over SSH the key of the space signs in, and the key of the server has to stay the same', async () => {
  if (!ssh) throw new Error('there is no SSH server')
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
