import { expect, test } from '@jest/globals'
import { BrokenFile } from '../imports/broken-file.ts'
import { archiveLimits } from '../imports/import-limits.ts'
import { lfsFrom } from './lfs.ts'

test('what one import fetches from Git LFS counts altogether, as the files of a tree do', async () => {
  const oid = '0'.repeat(64)
  const asked: string[] = []
  const answer = (url: string, body: string) => {
    asked.push(url)
    return { body: Buffer.from(body), contentType: '', url, etag: '', isKnown: false, status: 200, isCut: false }
  }
  const objects = [{ oid, actions: { download: { href: 'https://files.example.com/one' } } }]
  const fetch = lfsFrom({
    web: { get: async (url) => answer(url, 'other bytes') },
    poster: { post: async (url) => answer(url, JSON.stringify({ objects })) },
    access: async () => ({ href: 'https://git.example.com/docs.git/info/lfs', headers: {} }),
    signal: AbortSignal.timeout(60_000),
  })
  const fits = (4 * archiveLimits.totalBytes) / archiveLimits.entryBytes
  for (let at = 0; at <= fits; at += 1)
    await expect(fetch({ oid, size: archiveLimits.entryBytes })).rejects.toThrow(BrokenFile)
  // Two requests for each pointer, and none for the last one.
  expect(asked).toHaveLength(2 * fits)
})

test('a server is not asked for ever about contents that it does not have', async () => {
  let asked = 0
  const fetch = lfsFrom({
    web: { get: async () => Promise.reject(new Error('nothing is offered')) },
    poster: {
      async post() {
        asked += 1
        return { status: 200, body: Buffer.from('{"objects":[]}'), isCut: false }
      },
    },
    access: async () => ({ href: 'https://git.example.com/docs.git/info/lfs', headers: {} }),
    signal: AbortSignal.timeout(60_000),
  })
  for (let at = 0; at < 600; at += 1) await expect(fetch({ oid: '0'.repeat(64), size: 0 })).rejects.toThrow(BrokenFile)
  expect(asked).toBe(500)
})
