import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { packFolder } from './pack-folder.ts'
import { requireSameFolder } from './require-same-folder.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quire-pack-'))
})
afterAll(() => rm(folder, { recursive: true }))

const composed = ['README.md', '\u00dcberblick/eins.md', '\u00dcberblick/zwei.md', '\u00dcberblick/drei.md']

/** A folder whose disk decomposes accents, as that of macOS does. */
async function decomposedFolder() {
  const source = await mkdtemp(join(folder, 'source-'))
  await mkdir(join(source, '\u00dcberblick'.normalize('NFD')))
  for (const path of composed) await writeFile(join(source, path.normalize('NFD')), '# Page\n')
  return source
}

async function pack(source: string) {
  const lines: string[] = []
  const packed = await packFolder(source, join(folder, 'packed.zip'), (line) => lines.push(line))
  return { packed, lines }
}

/** A server whose space has these pages, by the paths of their files. */
const serverWith = (paths: readonly string[]) => async () => ({ pages: paths.map((path) => ({ git: { path } })) })

test('a folder whose disk decomposes names is the one that its pages came from', async () => {
  const { packed } = await pack(await decomposedFolder())
  expect(packed.paths.toSorted()).toEqual(composed.toSorted())
  await expect(requireSameFolder(serverWith(composed), 'space', packed, 'Manual')).resolves.toBeUndefined()
  const other = serverWith(['a.md', 'b.md', 'c.md'])
  await expect(requireSameFolder(other, 'space', packed, 'Manual')).rejects.toThrow('lacks 3 of its 3 pages')
})

test('an archive without the flag of UTF-8, as macOS makes it, has the names that an import gives its files', async () => {
  await pack(await decomposedFolder())
  const bytes = await readFile(join(folder, 'packed.zip'))
  // In the headers of entries, before their data and in the directory.
  for (const [signature, flags] of [
    ['PK\u0003\u0004', 6],
    ['PK\u0001\u0002', 8],
  ] as const)
    for (let at = bytes.indexOf(signature, 0, 'latin1'); at >= 0; at = bytes.indexOf(signature, at + 1, 'latin1'))
      bytes.writeUInt16LE(bytes.readUInt16LE(at + flags) & ~0x800, at + flags)
  const zip = join(folder, 'mac.zip')
  await writeFile(zip, bytes)
  expect((await pack(zip)).packed.paths.toSorted()).toEqual(composed.toSorted())
})

test('symbolic links are left out and named', async () => {
  const source = await decomposedFolder()
  await symlink('../elsewhere.md', join(source, 'linked.md'))
  await symlink('.', join(source, 'again'))
  const { packed, lines } = await pack(source)
  expect(packed.paths.toSorted()).toEqual(composed.toSorted())
  expect(lines.toSorted()).toEqual([
    '  again is a symbolic link, which is not followed: it is left out',
    '  linked.md is a symbolic link, which is not followed: it is left out',
  ])
})
