import { afterEach, expect, test } from '@jest/globals'
import { hasPasskeys } from '../src/api/has-passkeys.ts'

const { PublicKeyCredential, location } = globalThis
afterEach(() => {
  Object.assign(globalThis, { PublicKeyCredential, location })
})

test.each([
  ['docs.example.com', true],
  ['localhost', true],
  ['1.example.com', true],
  ['192.0.2.7', false],
  ['[2001:db8::7]', false],
])('at the host %s, passkeys are offered: %s', (hostname, offered) => {
  Object.assign(globalThis, { PublicKeyCredential: { parseRequestOptionsFromJSON() {} }, location: { hostname } })
  expect(hasPasskeys()).toBe(offered)
})

test('a browser that does not take the options of passkeys as JSON is offered none', () => {
  Object.assign(globalThis, { PublicKeyCredential: {}, location: { hostname: 'docs.example.com' } })
  expect(hasPasskeys()).toBe(false)
})
