import { once } from 'node:events'
import { connect, type LookupFunction } from 'node:net'
import { expect, test } from '@jest/globals'
import { silentAddress } from '@quire/embedded'
import { neverOpened } from './never-opened.ts'

test('a connection that one address did not accept in time and another refused was never opened', async () => {
  const silent = await silentAddress()
  const port = Number(new URL(silent.url).port)
  const addresses = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }))
  const lookup: LookupFunction = (_name, _options, done) => done(null, addresses)
  const choosing = { autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 10 }
  const [error] = await once(connect({ host: 'replicas', port, lookup, ...choosing }), 'error')
  silent.stop()
  expect([error.code, neverOpened(error)]).toEqual(['ETIMEDOUT', true])
})

test.each([
  ['ECONNREFUSED', 'connect', true],
  ['EAI_AGAIN', 'getaddrinfo', true],
  ['EHOSTUNREACH', 'connect', true],
  ['ETIMEDOUT', 'read', false],
  ['ECONNRESET', 'read', false],
  ['EPIPE', 'write', false],
])('%s of %s: %s', (code, syscall, isNeverOpened) => {
  expect(neverOpened(Object.assign(new Error(code), { code, syscall }))).toBe(isNeverOpened)
})
