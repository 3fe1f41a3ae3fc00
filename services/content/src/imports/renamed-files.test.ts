import { expect, test } from '@jest/globals'
import { readFileText } from './file-text.ts'
import { idsWithRenames } from './renamed-files.ts'
import type { SourceFile } from './source-files.ts'

const filesOf = (texts: Record<string, string>): SourceFile[] =>
  Object.entries(texts).map(([path, text]) => ({ path, read: async () => Buffer.from(text) }))

/** The paths that each new path has the id of. */
async function renames(before: Record<string, string>, after: Record<string, string>) {
  const known = new Map(Object.keys(before).map((path) => [path, path]))
  const read = await Promise.all(
    filesOf(before).map(async (file) => [file.path, (await readFileText(file)).oid] as const),
  )
  const texts = async (paths: readonly string[]) => new Map(paths.map((path) => [path, before[path] ?? '']))
  const ids = await idsWithRenames(known, filesOf(after), { oids: new Map(read), texts })
  return Object.fromEntries(Object.keys(after).map((path) => [path, ids.get(path)]))
}

const long = (word: string) =>
  `# ${word}\n\n${Array.from({ length: 8 }, (_, at) => `The ${word} of line ${at}.`).join('\n')}\n`

test('the same bytes are the same file, whatever their name', async () => {
  expect(await renames({ 'a.md': '# A\n', 'b.md': '# B\n' }, { 'b.md': '# B\n', 'x/y.md': '# A\n' })).toEqual({
    'b.md': 'b.md',
    'x/y.md': 'a.md',
  })
})

test('bytes that several files have decide nothing', async () => {
  const before = { 'a.md': '# A\n', 'b.md': '# A\n' }
  expect(await renames(before, { 'c.md': '# A\n', 'd.md': '# A\n' })).toEqual({ 'c.md': undefined, 'd.md': undefined })
})

test('of files that share most of their lines, those that share most are the same', async () => {
  const before = { 'one.md': long('one'), 'two.md': long('two'), 'other.md': long('other') }
  const changed = long('one').replace('of line 3', 'in the third line')
  const after = { 'uno.md': changed, 'due.md': `${long('two')}\nMore.\n`, 'new.md': long('new') }
  expect(await renames(before, after)).toEqual({ 'uno.md': 'one.md', 'due.md': 'two.md', 'new.md': undefined })
})

test('links that changed with the move do not tell files apart, and a title alone does not join them', async () => {
  const linked = (folder: string) => `# L\n\nSee [the first page](${folder}a.md) and [the second](${folder}b.md).\n`
  expect(await renames({ 'a/l.md': linked('') }, { 'm.md': linked('a/') })).toEqual({ 'm.md': 'a/l.md' })
  expect(await renames({ 'p.md': '# A page\n' }, { 'q.md': '# A page\n\n' })).toEqual({ 'q.md': undefined })
})

test('lines that very many files have cost little and join none', async () => {
  const boilerplate = Array.from({ length: 200 }, (_, at) => `Common line ${at}, which is everywhere.`).join('\n')
  const many = (name: string) =>
    Object.fromEntries(
      Array.from({ length: 300 }, (_, at) => [`${name}${at}.md`, `# ${name}${at}\n\n${boilerplate}\n`]),
    )
  const found = await renames(many('a'), many('b'))
  expect(Object.values(found).filter(Boolean)).toEqual([])
})
