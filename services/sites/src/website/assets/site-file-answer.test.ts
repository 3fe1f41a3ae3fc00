import { expect, test } from '@jest/globals'
import { cachedFile, createSiteFileCache } from './site-file-answer.ts'

test('a file that is asked for again and again leaves the cache in time, so one that was deleted does too', async () => {
  const cache = createSiteFileCache()
  const file = { contentType: 'image/png', sha256: 'abc', bytes: Buffer.from('abc') }
  const deleted = async () => undefined
  cache.set('logo', file, { ttl: 1000 })
  expect(await cachedFile(cache, 'logo', deleted)).toBe(file)
  expect(cache.getRemainingTTL('logo')).toBeLessThanOrEqual(1000)
  cache.delete('logo')
  await expect(cachedFile(cache, 'logo', deleted)).rejects.toMatchObject({ status: 404 })
})
