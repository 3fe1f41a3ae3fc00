import { expect, test } from '@jest/globals'
import { parseRemote } from '../git-remote.ts'
import type { GitSyncRow } from '../sync/sync-rows.ts'
import { statusRequest } from './commit-status.ts'

const status = {
  oid: 'a'.repeat(40),
  state: 'success',
  description: 'Ready',
  target: 'https://docs.example.com',
  spaceId: 's',
} as const
const requestOf = (host: GitSyncRow['host'], url: string) =>
  statusRequest({ host, remote: parseRemote(url, 'url'), publicUrl: 'https://quire.example.com' }, status)
const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`
const { oid } = status

test.each<[GitSyncRow['host'], string, string, string]>([
  [
    'github',
    'https://x:token@github.com/team/docs.git',
    `https://api.github.com/repos/team/docs/statuses/${oid}`,
    'Bearer token',
  ],
  [
    'github',
    'https://token@github.com/team/docs',
    `https://api.github.com/repos/team/docs/statuses/${oid}`,
    'Bearer token',
  ],
  [
    'github',
    'https://x:token@git.corp.com:8443/team/docs',
    `https://git.corp.com:8443/api/v3/repos/team/docs/statuses/${oid}`,
    'Bearer token',
  ],
  [
    'gitlab',
    'https://oauth2:token@gitlab.com/group/sub/docs.git',
    `https://gitlab.com/api/v4/projects/group%2Fsub%2Fdocs/statuses/${oid}`,
    'Bearer token',
  ],
  [
    'gitea',
    'https://robot:word@codeberg.org/team/docs.git',
    `https://codeberg.org/api/v1/repos/team/docs/statuses/${oid}`,
    basic('robot:word'),
  ],
  [
    'gitea',
    'https://robot:word@corp.com/git/team/docs.git',
    `https://corp.com/git/api/v1/repos/team/docs/statuses/${oid}`,
    basic('robot:word'),
  ],
  [
    'bitbucket',
    'https://robot:word@bitbucket.org/team/docs.git',
    `https://api.bitbucket.org/2.0/repositories/team/docs/commit/${oid}/statuses/build`,
    basic('robot:word'),
  ],
  [
    'bitbucket',
    'https://x-token-auth:word@bitbucket.org/team/docs.git',
    `https://api.bitbucket.org/2.0/repositories/team/docs/commit/${oid}/statuses/build`,
    'Bearer word',
  ],
  [
    'bitbucket',
    'https://robot:word@git.corp.com/scm/team/docs.git',
    `https://git.corp.com/rest/build-status/1.0/commits/${oid}`,
    basic('robot:word'),
  ],
])('a status for %s of %s goes to the API of that server', (host, url, api, authorization) => {
  expect(requestOf(host, url)).toMatchObject({ url: api, headers: { authorization } })
})

test.each<[GitSyncRow['host'], string]>([
  ['github', 'git@github.com:team/docs.git'],
  ['github', 'https://github.com/team/docs.git'],
  ['other', 'https://robot:word@git.example.com/team/docs.git'],
])('there is no status for %s of %s', (host, url) => {
  expect(requestOf(host, url)).toBeUndefined()
})

// A host that only begins or ends like that of a known service is another one, and gets no other host's requests.
test.each([
  ['github', 'https://x:token@github.com.evil.example/team/docs', 'https://github.com.evil.example'],
  ['bitbucket', 'https://x:token@not-bitbucket.org/team/docs', 'https://not-bitbucket.org'],
] as const)('credentials for %s of %s go to no other host', (host, url, origin) => {
  expect(new URL(requestOf(host, url)?.url ?? '').origin).toBe(origin)
})
