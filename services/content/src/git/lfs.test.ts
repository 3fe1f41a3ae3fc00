import { createHash } from 'node:crypto'
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
  const oidOf = (at: number) => String(at).padStart(64, '0')
  for (let at = 0; at < 600; at += 1) await expect(fetch({ oid: oidOf(at), size: 0 })).rejects.toThrow(BrokenFile)
  expect(asked).toBe(500)
})

test('a server is asked about many objects by one request, and contents come beside each other, in any order', async () => {
  const contents = Array.from({ length: 250 }, (_, at) => `content ${at}`)
  const pointers = contents.map((text) => ({
    oid: createHash('sha256').update(text).digest('hex'),
    size: Buffer.byteLength(text),
  }))
  const batches: number[] = []
  let [running, most, fetched] = [0, 0, 0]
  const fetch = lfsFrom({
    web: {
      async get(url) {
        running += 1
        fetched += 1
        most = Math.max(most, running)
        await new Promise(setImmediate)
        running -= 1
        const body = Buffer.from(contents[Number(url.split('/').at(-1))] ?? '')
        return { body, contentType: '', url, etag: '', isKnown: false }
      },
    },
    poster: {
      async post(_, { body }) {
        const asked: { oid: string }[] = JSON.parse(body).objects
        batches.push(asked.length)
        // As servers do that bound their batches.
        if (asked.length > 90) return { status: 413, body: Buffer.from(''), isCut: false }
        const objects = asked.map(({ oid }) => {
          const at = pointers.findIndex((one) => one.oid === oid)
          return { oid, ...(at !== 7 && { actions: { download: { href: `https://files.example.com/${at}` } } }) }
        })
        return { status: 200, body: Buffer.from(JSON.stringify({ objects })), isCut: false }
      },
    },
    access: async () => ({ href: 'https://git.example.com/docs.git/info/lfs', headers: {} }),
    signal: AbortSignal.timeout(60_000),
  })
  const read: (string | undefined)[] = []
  for (const [at, pointer] of pointers.entries())
    read.push(
      await fetch(pointer, async () => pointers.slice(at + 1, at + 100)).then(String, (error) => {
        expect(error).toBeInstanceOf(BrokenFile)
        return undefined
      }),
    )
  expect(read).toEqual(contents.map((text, at) => (at === 7 ? undefined : text)))
  expect([fetched, most]).toEqual([249, 4])
  expect(batches.filter((size) => size <= 90).length).toBeLessThan(15)
})
