import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { openSealer } from './sealer.ts'

let SECRETS_DIR: string
beforeEach(() => {
  SECRETS_DIR = mkdtempSync(join(tmpdir(), 'quire-sealing-'))
  writeKey('sealing.key', 'a')
})
afterEach(() => rmSync(SECRETS_DIR, { recursive: true }))

const writeKey = (name: string, letter: string) => writeFileSync(join(SECRETS_DIR, name), letter.repeat(43))
const sealer = () => openSealer({ SECRETS_DIR })
const text = 'Bearer a secret, ünïcode'

test('what was sealed opens in its place, also in another process, and never reads the same twice', () => {
  const [one, two] = [sealer().seal(text, 'row.1'), sealer().seal(text, 'row.1')]
  expect([one, two].map((sealed) => sealer().open(sealed, 'row.1'))).toEqual([text, text])
  expect(one).not.toBe(two)
  expect(one).not.toContain('secret')
  expect(sealer().open(sealer().seal('', 'row.1'), 'row.1')).toBe('')
})

test('it opens in no other place, and not where a letter of it was changed', () => {
  const { seal, open } = sealer()
  const sealed = seal(text, 'row.1')
  expect(() => open(sealed, 'row.2')).toThrow(/row\.2 does not open/)
  const [id = '', nonce = '', content = ''] = sealed.split('.')
  const changed = (part: string) => `${part.startsWith('A') ? 'B' : 'A'}${part.slice(1)}`
  for (const wrong of [
    [id, changed(nonce), content],
    [id, nonce, changed(content)],
    [id, nonce, content.slice(0, 8)],
    [id, '', ''],
  ]) {
    expect(() => open(wrong.join('.'), 'row.1')).toThrow(/row\.1 does not open/)
  }
})

test('after a change of keys the new one seals, and what the old one sealed opens for as long as it is kept', () => {
  const old = sealer().seal(text, 'row.1')
  renameSync(join(SECRETS_DIR, 'sealing.key'), join(SECRETS_DIR, 'sealing-2026.key'))
  writeKey('sealing.key', 'b')
  const fresh = sealer().seal(text, 'row.1')
  expect([old, fresh].map((sealed) => sealer().open(sealed, 'row.1'))).toEqual([text, text])
  expect(fresh.split('.')[0]).not.toBe(old.split('.')[0])
  rmSync(join(SECRETS_DIR, 'sealing-2026.key'))
  expect(() => sealer().open(old, 'row.1')).toThrow(/which is not in SECRETS_DIR/)
  expect(sealer().open(fresh, 'row.1')).toBe(text)
})

test('nothing starts without its key, or with a placeholder for it', () => {
  writeFileSync(join(SECRETS_DIR, 'sealing.key'), 'change-me')
  expect(sealer).toThrow(/sealing\.key/)
  rmSync(join(SECRETS_DIR, 'sealing.key'))
  expect(sealer).toThrow(/sealing\.key/)
})
