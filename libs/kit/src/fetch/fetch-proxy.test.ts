import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import type { Resolve } from './connect.ts'
import { openFetchProxy } from './fetch-proxy.ts'

const folder = mkdtempSync(join(tmpdir(), 'fetch-proxy-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Lookups that a name server does not answer, until the test does. */
const waiting: { host: string; fail: () => void }[] = []
let wake = () => {}
const resolve: Resolve = (host, _, callback) => {
  waiting.push({ host, fail: () => callback(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), []) })
  wake()
}
async function nextLookup() {
  if (waiting.length === 0)
    await new Promise<void>((done) => {
      wake = done
    })
  return waiting.shift()
}

const open = (name: string) =>
  openFetchProxy({
    ...{ socketPath: join(folder, name), allow: new Set(), maxBytes: 1000, maxRequests: 32, resolve },
    own: { address: 'http://docs.example.com/v1', server: 'http://127.0.0.1:9/v1' },
  })

async function statusOf(proxy: string, host: string) {
  const sent = request({ socketPath: join(folder, proxy), path: `http://${host}/`, agent: false }).end()
  const [response] = await once(sent, 'response')
  response.resume()
  return response.statusCode
}

test('names are resolved one at a time for all programs, so that the threads for it are left to others', async () => {
  await using _one = await open('one')
  await using _other = await open('other')
  const asked = ['a', 'b', 'c', 'd'].map((name, at) => statusOf(at < 3 ? 'one' : 'other', `${name}.example.com`))
  const resolved: (string | undefined)[] = []
  for (const _ of asked) {
    const lookup = await nextLookup()
    // Refused without a lookup: what was asked before has been taken in.
    for (const proxy of ['one', 'other']) expect(await statusOf(proxy, '10.0.0.1')).toBe(403)
    expect(waiting).toEqual([])
    resolved.push(lookup?.host)
    lookup?.fail()
  }
  expect(resolved.toSorted()).toEqual(['a', 'b', 'c', 'd'].map((name) => `${name}.example.com`))
  expect(await Promise.all(asked)).toEqual([502, 502, 502, 502])
})
