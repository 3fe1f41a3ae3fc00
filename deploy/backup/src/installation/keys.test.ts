import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import { services } from '@quire/embedded'
import { keysOfServices, packKeys, unpackKeys } from './keys.ts'

const folder = mkdtempSync(join(tmpdir(), 'quire-keys-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(file: string, text: string) {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), text)
}

test('keys of containers are read from all folders, the one that a service uses before the first one', () => {
  write('saved/keys/token-signing.pem', 'first')
  write('saved/identity/token-signing.pem', 'rotated')
  write('saved/identity/token-signing-previous.pem', 'first')
  write('saved/content/sealing-2026.key', 'earlier')
  write('saved/content/service.env', 'DATABASE_URL=postgresql://content:password@postgres/content')
  expect(keysOfServices(join(folder, 'saved'), services).read()).toEqual({
    'token-signing.pem': 'rotated',
    'token-signing-previous.pem': 'first',
    'sealing-2026.key': 'earlier',
  })
})

test('keys of one name that differ between services are all read, and given to all that open with them', () => {
  write('differing/keys/sealing.key', 'first')
  write('differing/content/sealing.key', 'of content')
  write('differing/content/sealing-old.key', 'first')
  write('differing/sites/sealing.key', 'of sites')
  write('differing/sites/sealing-old.key', 'before it')
  const keys = keysOfServices(join(folder, 'differing'), services)
  const texts = keys.read()
  expect(Object.keys(texts).every((name) => /^sealing(-[\w-]+)?\.key$/.test(name))).toBe(true)
  expect(Object.values(texts).toSorted()).toEqual(['before it', 'first', 'of content', 'of sites'])
  keys.write(texts)
  // Both have all of them now, so that the next backup finds no further ones.
  expect(keys.read()).toEqual(texts)
  const namesOf = (service: string) => readdirSync(join(folder, 'differing', service)).toSorted()
  expect(namesOf('content')).toEqual(namesOf('sites'))
})

test('folders of keys that cannot be written are named before anything is written', () => {
  write('writable/content', 'a file')
  const keys = keysOfServices(join(folder, 'writable'), services)
  expect(() => keys.requireWritable()).toThrow(join(folder, 'writable', 'content'))
  rmSync(join(folder, 'writable', 'content'))
  keys.requireWritable()
  expect(readdirSync(join(folder, 'writable', 'content'))).toEqual([])
})

test('each service gets the keys that it reads, those before and after them too, and no others', () => {
  const keys = keysOfServices(join(folder, 'restored'), services)
  const names = ['sealing.key', 'sealing-2026.1.key', 'token-signing-next.pem', 'site-token-signing.pem']
  keys.write(Object.fromEntries(names.map((name) => [name, `text of ${name}`])))
  const filesOf = (service: string) => readdirSync(join(folder, 'restored', service)).toSorted()
  expect(filesOf('keys')).toEqual(names.toSorted())
  expect(filesOf('identity')).toEqual(['token-signing-next.pem'])
  expect(filesOf('content')).toEqual(['sealing-2026.1.key', 'sealing.key'])
  expect(filesOf('sites')).toEqual(['sealing-2026.1.key', 'sealing.key', 'site-token-signing.pem'])
  expect([filesOf('ai'), filesOf('gateway')]).toEqual([[], []])
  expect(readFileSync(join(folder, 'restored/sites/sealing.key'), 'utf8')).toBe('text of sealing.key')
  expect(statSync(join(folder, 'restored/sites/sealing.key')).mode & 0o777).toBe(0o600)
})

test('a restore leaves no other key, so that nothing counts which one of the replaced installation signed', () => {
  write('replaced/identity/token-signing.pem', 'own')
  write('replaced/identity/token-signing-next.pem', 'own')
  write('replaced/identity/proxy.pem', 'of the operator')
  write('replaced/keys/token-signing-next.pem', 'own')
  const keys = keysOfServices(join(folder, 'replaced'), services)
  keys.write({ 'token-signing.pem': 'restored' })
  expect(keys.read()).toEqual({ 'token-signing.pem': 'restored', 'proxy.pem': 'of the operator' })
})

test('encrypted keys open with their passphrase alone', async () => {
  const texts = { 'sealing.key': 'secret', 'sealing-2026.1.key': 'older' }
  const packed = await packKeys(texts, 'correct horse')
  expect(packed.includes('secret')).toBe(false)
  expect(await unpackKeys(packed, true, 'correct horse')).toEqual(texts)
  await expect(unpackKeys(packed, true, 'battery staple')).rejects.toThrow('does not open')
  await expect(unpackKeys(packed, true, undefined)).rejects.toThrow('set BACKUP_PASSPHRASE')
})

test('a key cannot be written anywhere else than into the folder of keys', async () => {
  const hostile = await packKeys({ '../../authorized.key': 'mine' }, undefined)
  await expect(unpackKeys(hostile, false, undefined)).rejects.toThrow('authorized.key')
})
