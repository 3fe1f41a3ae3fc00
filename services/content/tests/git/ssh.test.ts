import { createHash } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from '@jest/globals'
import type { Files } from '@quire/world/git-server'
import { startGitWorld } from '../support/git-world.ts'
import { hasSshServer, sshServer } from '../support/ssh-server.ts'

const ssh = hasSshServer ? await sshServer() : undefined
const { server, world, git, stop } = await startGitWorld(ssh ? [ssh.host] : [])
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
  expect(await git.importFrom({ url: ssh.urlOf(other.bare) }, spaceId, { standalone: true })).toMatchObject({
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

/** A space whose key opens everything at the server, and the address of a repository there with these files. */
async function withKey(files: Files) {
  if (!ssh) throw new Error('there is no SSH server')
  const repository = await server.repository()
  await repository.commit(files)
  const { id: spaceId } = await world.makeSpace()
  const url = ssh.urlOf(repository.bare)
  const body = { url, ref: 'main', host: 'other', direction: 'import', pollMinutes: 1440 }
  const { body: sync } = await world.send('setSpaceGitSync', { params: { spaceId }, body })
  // The first look is refused, and the next one finds nothing to do after an import.
  for (let error: string | undefined; !error; )
    error = (await world.send('getSpaceGitSync', { params: { spaceId } })).body.error
  await ssh.authorize(sync.sshKey)
  return { ssh, repository, url, spaceId }
}

ifThere('files of Git LFS come from where git-lfs-authenticate leads, within the bounds of any fetch', async () => {
  const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="3"/>'
  const oid = createHash('sha256').update(picture).digest('hex')
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${picture.length}\n`
  const given = await withKey({ 'README.md': '# Home\n\n![](a.svg)\n', 'a.svg': pointer })
  const seen: unknown[] = []
  server.answers.set('/store/objects/batch', async (request, response) => {
    seen.push(request.headers.authorization, JSON.parse(await text(request)).objects)
    const download = { href: `http://${server.host}/store/${oid}`, header: { 'X-Token': 'of the store' } }
    response.end(JSON.stringify({ objects: [{ oid, actions: { download } }] }))
  })
  server.answers.set(`/store/${oid}`, (request, response) => {
    seen.push(request.headers['x-token'], request.headers.authorization)
    response.end(picture)
  })
  const failures = async (access: object) => {
    await given.ssh.offerLfs(access)
    const operation = await git.importFrom({ url: given.url }, given.spaceId, { force: true })
    expect([operation.state, operation.error]).toEqual(['success', undefined])
    const { body } = await world.send('getImportRun', { params: { importRunId: operation.id } })
    return body.failures.map(({ problem }: { problem: string }) => problem)
  }
  const inside = { href: 'http://127.0.0.1:1/store' }
  expect(await failures(inside)).toEqual([expect.stringMatching(/Git LFS and leads to an address that is not public/)])
  expect(seen).toEqual([])
  expect(await failures({ href: `http://${server.host}/store/`, header: { Authorization: 'RemoteAuth x' } })).toEqual(
    [],
  )
  expect(seen).toEqual(['RemoteAuth x', [{ oid, size: picture.length }], 'of the store', undefined])
  expect(await given.ssh.lfsCommands()).toContain(`git-lfs-authenticate '${given.repository.bare}' download`)
})
