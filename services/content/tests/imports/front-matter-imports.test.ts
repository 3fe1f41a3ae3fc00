import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { parseFrontMatter } from '@quire/document'
import { runs } from '@quire/properties'
import fc from 'fast-check'
import { type ArchiveSource, archiveSource } from '../support/archive-source.ts'
import { newBranch, write } from '../support/branch.ts'
import { startWorld, type World } from '../world.ts'

let source: ArchiveSource
let world: World
beforeAll(async () => {
  source = await archiveSource()
  world = await startWorld({ OUTBOUND_ALLOW: source.host })
})
afterAll(async () => {
  await world.stop()
  source.stop()
})

const word = fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }).filter((text) => text.trim() === text)
const own = fc.record(
  {
    description: word,
    icon: word,
    emoji: fc.constantFrom('1f600', '🎉'),
    hidden: fc.boolean(),
    noIndex: fc.boolean(),
    noRobotsIndex: fc.boolean(),
    if: word,
    tags: fc.array(fc.oneof(word, fc.record({ tag: word, primary: fc.boolean() }))),
    vars: fc.dictionary(word, fc.oneof(word, fc.integer())),
    cover: fc.constantFrom('a.png', 'https://example.com/a.png', 'nowhere.png', 'javascript:x'),
    coverY: fc.integer(),
    layout: fc.record(
      {
        width: fc.constantFrom('wide', 'default', 'odd'),
        outline: fc.record({ visible: fc.boolean() }),
        actions: word,
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
)
const other = fc.dictionary(word, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 })
const frontMatter = fc.oneof(
  fc.tuple(own, other).map(([known, rest]) => ({ ...rest, ...known })),
  fc.constant(undefined),
)

test('front matter comes through an import and out again, and written back changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(frontMatter, { minLength: 1, maxLength: 12 }), async (all) => {
      const { id: spaceId } = await world.makeSpace()
      const files = all.map((one, index): [string, string] => [
        `p${index}.md`,
        `${one ? `---\n${JSON.stringify(one)}\n---\n` : ''}\nText ${index}\n`,
      ])
      await source.importFiles(world, spaceId, Object.fromEntries([...files, ['a.png', 'x']]))
      const branch = await newBranch(world, spaceId)
      const pages = await Promise.all((await branch.tree()).map(({ id }) => branch.page(id)))
      expect(pages).toHaveLength(all.length)
      for (const page of pages) {
        const given = all[Number(page.git.path.slice(1, -3))]
        const { attributes, body } = parseFrontMatter(page.markdown)
        expect(body).toBe(`\nText ${page.git.path.slice(1, -3)}\n`)
        expect(Object.keys(attributes).sort()).toEqual(expect.arrayContaining(Object.keys(given ?? {}).sort()))
      }
      await branch.made(...pages.map(({ id, markdown }) => write(id, markdown)))
      expect(await Promise.all(pages.map(({ id }) => branch.page(id)))).toEqual(pages)
      const { body } = await world.send('getChangeRequestChanges', { params: branch.params })
      expect(body.changes).toEqual([])
      const roots = async (id: string) =>
        world.sql().selectFrom('revision').select('pages').where('id', '=', id).executeTakeFirst()
      expect(await roots(await branch.revision())).toEqual(await roots((await world.space(spaceId)).revision))
    }),
    { numRuns: runs(8) },
  )
}, 60_000)

test('an import again takes the front matter that the file has by then, or has no more', async () => {
  const { id: spaceId } = await world.makeSpace()
  await source.importFiles(world, spaceId, { 'a.md': '---\nicon: x\nown: 1\n---\nA' })
  const text = async () => {
    const branch = await newBranch(world, spaceId)
    return (await branch.page((await branch.tree())[0]?.id ?? '')).markdown
  }
  expect(await text()).toBe('---\nicon: x\nown: 1\n---\nA')
  await source.importFiles(world, spaceId, { 'a.md': '---\nicon: y\nother: 2\n---\nA' })
  expect(await text()).toBe('---\nicon: y\nother: 2\n---\nA')
  await source.importFiles(world, spaceId, { 'a.md': 'A' })
  expect(await text()).toBe('A')
})

test('a page with a slip in its front matter, or with a NUL, comes without it, and the run names the line', async () => {
  const { id: spaceId } = await world.makeSpace()
  await source.importFiles(world, spaceId, {
    'README.md': '# Start\n',
    'twice.md': '---\ntitle: A\ntitle: B\n---\n# Twice\n\nThe lynx.\n',
    'quote.md': '---\ndescription: "a\ntags: [b]\n---\n# Quote\n\nThe ibex.\n',
    'nul.md': '---\ndescription: whole\n---\n# Nul\n\nThe li\0on.\n',
    'binary.md': `# Binary\n\n${'\0'.repeat(21)}\n`,
    'rule.md': '---\ntitle: A\ntitle: B\nhidden: true\n---\n# Rule\n',
  })
  const { items } = (await world.send('listImportRuns', { query: { space: spaceId } })).body
  const { problems, failures } = (await world.send('getImportRun', { params: { importRunId: items[0].id } })).body
  expect(problems.toSorted()).toEqual([
    'nul.md, line 6: a NUL character is shown as U+FFFD',
    expect.stringMatching(/^quote\.md, line \d: The front matter is not valid: .*; the page has none of it$/),
    expect.stringMatching(/^twice\.md, line 3: The front matter is not valid: .*; the page has none of it$/),
  ])
  expect(failures.map(({ path }: { path: string }) => path).toSorted()).toEqual(['binary.md', 'rule.md'])
  const branch = await newBranch(world, spaceId)
  const pages = await Promise.all((await branch.tree()).map(({ id }) => branch.page(id)))
  expect(pages.map(({ title, markdown }) => [title, markdown]).toSorted()).toEqual([
    ['Nul', '---\ndescription: whole\n---\nThe li\uFFFDon.\n'],
    ['Quote', 'The ibex.\n'],
    ['Start', ''],
    ['Twice', 'The lynx.\n'],
  ])
})
