import { createPrivateKey } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { createDurable, linkDurable, removeDrafts, rsaKey, writeDurable, writePrivate } from './secret-files.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quire-files-'))
  file = join(folder, 'inner', 'key.pem')
})
afterEach(() => rmSync(folder, { recursive: true }))

const read = () => readFileSync(file, 'utf8')
const modeOf = (path: string) => statSync(path).mode & 0o777

test.each([
  ['private', writePrivate],
  ['lasting', writeDurable],
])('a %s file and its folder are for their owner only, also where the file was open to others', (_, write) => {
  write(file, 'one')
  expect([modeOf(join(folder, 'inner')), modeOf(file)]).toEqual([0o700, 0o600])
  const open = join(folder, 'open.pem')
  writeFileSync(open, 'old', { mode: 0o644 })
  write(open, 'new')
  expect([readFileSync(open, 'utf8'), modeOf(open)]).toEqual(['new', 0o600])
})

test('a file that must be new replaces none, and leaves nothing beside it', () => {
  expect(createDurable(file, 'one')).toBe(true)
  expect(createDurable(file, 'two')).toBe(false)
  expect([read(), readdirSync(join(folder, 'inner'))]).toEqual(['one', ['key.pem']])
})

test('a second name is given only where it is free', () => {
  writePrivate(file, 'one')
  const other = join(folder, 'other.pem')
  expect(linkDurable(file, other)).toBe(true)
  writePrivate(file, 'two')
  expect(linkDurable(file, other)).toBe(false)
  expect([read(), readFileSync(other, 'utf8')]).toEqual(['two', 'one'])
})

test('drafts of a killed writer are removed, the file and others stay', () => {
  writePrivate(file, 'one')
  for (const name of ['key.pem.12.new', 'other.pem.12.new']) writeFileSync(join(folder, 'inner', name), 'half')
  removeDrafts(file)
  expect(readdirSync(join(folder, 'inner')).sort()).toEqual(['key.pem', 'other.pem.12.new'])
})

test('a new key is RSA of 2048 bits, another each time', () => {
  const [one, two] = [rsaKey(), rsaKey()]
  expect(one).not.toBe(two)
  expect(createPrivateKey(one).asymmetricKeyDetails).toMatchObject({ modulusLength: 2048 })
})
