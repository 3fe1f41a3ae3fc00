import { expect, test } from '@jest/globals'
import type { GuardedClient } from '@quire/kit'
import { BrokenFile } from '../imports/broken-file.ts'
import { archiveLimits } from '../imports/import-limits.ts'
import { lfsFrom } from './lfs.ts'

test('what one import fetches from Git LFS counts altogether, as the files of a tree do', async () => {
  const oid = '0'.repeat(64)
  const asked: string[] = []
  const web = {
    async get(url: string) {
      asked.push(url)
      const objects = [{ oid, actions: { download: { href: 'https://files.example.com/one' } } }]
      return { body: Buffer.from(JSON.stringify({ objects })) }
    },
  } as unknown as GuardedClient
  const remote = { url: 'https://git.example.com/docs', transport: 'https' as const }
  const fetch = lfsFrom(web, remote, AbortSignal.timeout(60_000))
  const fits = (4 * archiveLimits.totalBytes) / archiveLimits.entryBytes
  for (let at = 0; at <= fits; at += 1)
    await expect(fetch({ oid, size: archiveLimits.entryBytes })).rejects.toThrow(BrokenFile)
  // Two requests for each pointer, and none for the last one.
  expect(asked).toHaveLength(2 * fits)
})
