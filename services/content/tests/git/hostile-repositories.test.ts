import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import type { GitRepository } from '@quire/world/git-server'
import { startGitWorld } from '../support/git-world.ts'

const megabyte = 1024 ** 2

const { server, world, git, stop } = await startGitWorld([], { IMPORT_MAX_BYTES: String(8 * megabyte) })
afterAll(stop)

/** Makes the tree of these lines of `git mktree` the content of the branch. */
async function commitTree(repository: GitRepository, lines: string[]): Promise<void> {
  const tree = mktree(repository, lines)
  const identity = ['-c', 'user.name=x', '-c', 'user.email=x@example.com']
  const commit = await repository.git(...identity, 'commit-tree', tree, '-m', 'x')
  await repository.git('update-ref', 'refs/heads/main', commit.trim())
}
const atGit = (repository: GitRepository, args: string[], input: string) =>
  execFileSync('git', args, { input, env: { PATH: process.env.PATH, GIT_DIR: repository.bare } })
    .toString()
    .trim()
const mktree = (repository: GitRepository, lines: string[]) =>
  atGit(repository, ['mktree', '--missing'], lines.join('\n'))
const blob = (repository: GitRepository, text: string) => atGit(repository, ['hash-object', '-w', '--stdin'], text)

async function importInto(repository: Pick<GitRepository, 'url'>, given: { ref?: string } = {}) {
  const { id } = await world.makeSpace()
  const operation = await git.importFrom(repository, id, given)
  return { id, operation, paths: (await git.pagesOf(id)).map(({ git }) => git?.path) }
}

test('links, submodules and paths that no system should unpack are left out and said', async () => {
  const repository = await server.repository()
  const text = blob(repository, '# Page\n')
  const link = blob(repository, '/etc/passwd')
  const within = mktree(repository, [`100644 blob ${text}\tconfig`])
  await commitTree(repository, [
    `100644 blob ${text}\tREADME.md`,
    `120000 blob ${link}\tpasswd.md`,
    `160000 commit ${'1'.repeat(40)}\tmodule`,
    `040000 tree ${within}\tfolder`,
    `100644 blob ${blob(repository, '[submodule "module"]\n\tpath = module\n\turl = http://127.0.0.1:1/\n')}\t.gitmodules`,
    `100644 blob ${text}\tback\\slash.md`,
  ])
  const { id, operation, paths } = await importInto(repository)
  expect(operation).toMatchObject({ state: 'success' })
  expect(paths).toEqual(['README.md'])
  const { body: run } = await world.send('getImportRun', { params: { importRunId: operation.id } })
  expect(run.problems).toEqual(
    expect.arrayContaining([
      'passwd.md: is a symbolic link, which is not followed',
      'module: is a submodule, which is not followed',
      expect.stringContaining('slash.md: is not a proper file name'),
    ]),
  )
  expect(JSON.stringify(await world.send('listPages', { params: { spaceId: id } }))).not.toContain('root:')
})

test('a name within .git is neither read nor written', async () => {
  const repository = await server.repository()
  const text = blob(repository, '# Page\n')
  // `git mktree` refuses the name, so the tree is written as it is.
  const entry = (mode: string, name: string, oid: string) =>
    Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(oid, 'hex')])
  const write = (type: string, content: Buffer) =>
    execFileSync('git', ['hash-object', '-w', '--literally', '--stdin', '-t', type], {
      input: content,
      env: { PATH: process.env.PATH, GIT_DIR: repository.bare },
    })
      .toString()
      .trim()
  const hooks = write('tree', entry('100755', 'post-checkout', text))
  const tree = write(
    'tree',
    Buffer.concat([entry('40000', '.git', hooks), entry('40000', '..', hooks), entry('100644', 'README.md', text)]),
  )
  const commit = await repository.git(
    '-c',
    'user.name=x',
    '-c',
    'user.email=x@example.com',
    'commit-tree',
    tree,
    '-m',
    'x',
  )
  await repository.git('update-ref', 'refs/heads/main', commit.trim())
  const { operation, paths } = await importInto(repository)
  expect([operation.state, paths]).toEqual(['success', ['README.md']])
})

test('a tree that names itself over and over ends the import, not the service', async () => {
  const repository = await server.repository()
  let tree = mktree(repository, [`100644 blob ${blob(repository, '# Page\n')}\tREADME.md`])
  for (let depth = 0; depth < 10; depth += 1)
    tree = mktree(
      repository,
      Array.from({ length: 10 }, (_, at) => `040000 tree ${tree}\td${at}`),
    )
  await commitTree(repository, [`040000 tree ${tree}\tbomb`])
  const { operation } = await importInto(repository)
  expect(operation).toMatchObject({ state: 'failure', error: expect.stringContaining('more than 50000 files') })
})

test('a repository that is larger than imports may be is not fetched to its end', async () => {
  const repository = await server.repository()
  const noise = Buffer.alloc(12 * megabyte)
  crypto.getRandomValues(noise.subarray(0, 65536))
  for (let at = 65536; at < noise.length; at += 65536) crypto.getRandomValues(noise.subarray(at, at + 65536))
  await repository.commit({ 'README.md': '# Home\n', 'large.bin': noise })
  const { operation } = await importInto(repository)
  expect(operation).toMatchObject({
    state: 'failure',
    error: `The Git repository is larger than ${8 * megabyte} bytes.`,
  })
  expect(await readdir(join(world.folder, 'git', 'runs'))).toEqual([])
})

test('a file that inflates to a thousand times its size is one failure', async () => {
  const repository = await server.repository()
  await repository.commit({ 'README.md': '# Home\n', 'bomb.bin': Buffer.alloc(51 * megabyte) })
  const { operation, paths } = await importInto(repository)
  expect([operation.state, paths]).toEqual(['success', ['README.md']])
  const { body: run } = await world.send('getImportRun', { params: { importRunId: operation.id } })
  expect(run.failures).toEqual([{ path: 'bomb.bin', problem: expect.stringContaining('is larger than') }])
})

test('refs, addresses and folders that git could take for something else are refused before git sees them', async () => {
  const { id: spaceId } = await world.makeSpace()
  const good = { url: `http://${server.host}/x.git`, ref: 'refs/heads/main' }
  const refused: object[] = [
    ...[
      '--upload-pack=touch /tmp/x',
      '-o',
      'refs/heads/-x/y',
      'refs/heads/a..b',
      'refs/heads/a b',
      'refs/heads/x.lock',
      'refs/',
    ].map((ref) => ({ ref })),
    ...['refs/heads/*', 'refs/heads/a:refs/heads/b', 'refs/heads/a\nb', 'refs/heads/@{1}'].map((ref) => ({ ref })),
    ...[
      '--upload-pack=x',
      'ext::sh -c touch',
      'file:///etc',
      '/etc/passwd',
      '../x',
      'git://example.com/x',
      'ftp://example.com/x',
    ].map((url) => ({ url })),
    ...[
      'ssh://-oProxyCommand=touch/x',
      'ssh://git@-oProxyCommand=x/x',
      'git@-oProxyCommand=x:y',
      'ssh://git:secret@example.com/x',
      'https://example.com/team/%zz',
      'ssh://git@example.com/team/%00docs.git',
    ].map((url) => ({ url })),
    ...[
      'https://example.com',
      'https://example.com/x?y=z',
      'https://u%0ax:p@example.com/x',
      'https://example.com/-x',
      'http://example.com/x\ny',
    ].map((url) => ({ url })),
    ...['../x', 'a/../../b', '-x', 'a\nb'].map((repoProjectDirectory) => ({ repoProjectDirectory })),
  ]
  for (const one of refused) {
    const body = { ...good, ...one }
    const { status } = await world.send('importGitRepository', { params: { spaceId }, body })
    expect([one, status]).toEqual([one, 400])
  }
  expect((await world.send('listSpaceGitOperations', { params: { spaceId } })).body.items).toEqual([])
})

test('an address within the network is never connected to, not by a redirect and not by a name', async () => {
  let reached = 0
  const inside = createServer((_, response) => {
    reached += 1
    response.end()
  })
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve))
  const { port } = inside.address() as AddressInfo
  try {
    server.answers.set(
      '/moved.git/info/refs',
      (_, response) =>
        void response
          .writeHead(302, { Location: `http://127.0.0.1:${port}/moved.git/info/refs?service=git-upload-pack` })
          .end(),
    )
    const addresses = [
      `http://robot:secret@${server.host}/moved.git`,
      `http://127.0.0.1:${port}/x.git`,
      `http://localhost:${port}/x.git`,
      `http://[::1]:${port}/x.git`,
      `https://127.0.0.1:${port}/x.git`,
    ]
    for (const url of addresses) {
      const { operation } = await importInto({ url })
      expect([url, operation]).toEqual([url, expect.objectContaining({ state: 'failure' })])
      expect(operation.error).toContain('an address that is not public')
    }
    expect(reached).toBe(0)
  } finally {
    inside.close()
  }
})

test('hooks of the service, a global configuration and a repository have no effect', async () => {
  const repository = await server.repository()
  const witness = join(world.folder, 'witness')
  const script = `#!/bin/sh\ntouch ${witness}\n`
  await repository.commit({
    'README.md': '# Home\n',
    '.gitattributes': '*.md filter=evil diff=evil merge=evil export-ignore\n',
    '.git-hooks/post-checkout': script,
    '.lfsconfig': '[lfs]\n\turl = http://127.0.0.1:1/\n',
  })
  const { id, operation, paths } = await importInto(repository)
  expect([operation.state, paths]).toEqual(['success', ['README.md']])
  // A cached repository of a former run gets hooks.
  const cache = join(world.folder, 'git', 'cache')
  for (const name of await readdir(cache)) {
    await mkdir(join(cache, name, 'hooks'), { recursive: true })
    for (const hook of ['post-merge', 'reference-transaction', 'pre-push', 'post-update'])
      await writeFile(join(cache, name, 'hooks', hook), script, { mode: 0o755 })
  }
  const [home] = await git.pagesOf(id)
  await git.edit(id, home?.id ?? '', 'Edited.')
  expect(await git.exportTo(repository, id)).toMatchObject({ state: 'success' })
  expect(existsSync(witness)).toBe(false)
  await rm(witness, { force: true })
})

test('a server that says what it likes is not quoted', async () => {
  server.answers.set(
    '/rude.git/info/refs',
    (_, response) => void response.writeHead(500, { 'Content-Type': 'text/plain' }).end('the secret of the intranet'),
  )
  server.answers.set(
    '/html.git/info/refs',
    (_, response) => void response.writeHead(200).end('<html>the secret</html>'),
  )
  for (const name of ['rude', 'html']) {
    const { operation } = await importInto({ url: `http://${server.host}/${name}.git` })
    expect(operation.state).toBe('failure')
    expect(operation.error).not.toContain('secret')
  }
})
