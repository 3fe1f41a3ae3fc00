import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { runs } from '@quire/properties'
import { type Files, type GitRepository, type GitServer, gitServer } from '@quire/world/git-server'
import fc from 'fast-check'
import { gitOperationsOf } from '../support/git-operations.ts'
import { startWorld, type World } from '../world.ts'

let server: GitServer
let world: World
let git: ReturnType<typeof gitOperationsOf>
beforeAll(async () => {
  server = await gitServer()
  world = await startWorld({ OUTBOUND_ALLOW: server.host })
  git = gitOperationsOf(world)
})
afterAll(async () => {
  await world?.stop()
  await server?.stop()
})

const included = '.gitbook/includes/e.md'
const names = ['README.md', 'a.md', 'b/README.md', 'b/c.md', 'b/d.md', included, 'pictures/f.svg']
const linking = '# One\n\n[c](b/c.md)\n'
/** Makes a page hidden, and an included text unreadable: it cannot have a rule of its own. */
const hiding = '---\nhidden: true\n---\n\n# Two\n'
const contents = [linking, hiding, '# Three\n\n{% include "/.gitbook/includes/e.md" %}\n', 'Four.\n']
const nested = '# Contents\n\n* [Home](README.md)\n* [B](b/README.md)\n  * [See](b/c.md)\n'
const listing = [nested, '* [Home](README.md)\n* [A](a.md)\n']
const change = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(fc.constantFrom(...names), fc.constantFrom(...contents)) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('SUMMARY.md'), fc.constantFrom(...listing)) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom('a.md', 'b/d.md'), fc.constant(null)) },
)
const commits = fc.array(fc.array(change, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 3 })
/** What went wrong once, always tried again. */
const examples: [[string, string | null][][]][] = [
  [[[['SUMMARY.md', nested]], [[included, hiding]]]],
  [[[[included, hiding]], [['README.md', linking]], [['README.md', linking]]]],
  [[[[included, hiding]], [['a.md', null]]]],
]

/** Everything of a space that an import brings, without ids and times. */
async function contentOf(spaceId: string) {
  const { body } = await world.send('getCurrentRevision', { params: { spaceId } })
  const pages = await Promise.all(
    (await git.pagesOf(spaceId)).map(async (page) => {
      const { body: whole } = await world.send('getPageById', {
        params: { spaceId, pageId: page.id },
        query: { format: 'markdown' },
      })
      const { title, path, slug, type, hidden, git: origin, markdown } = whole
      return { title, path, slug, type, hidden, origin, markdown: withoutIds(markdown ?? '') }
    }),
  )
  const files = body.files.map(({ name, size, git: origin }: { name: string; size: number; git: object }) => ({
    name,
    size,
    origin,
  }))
  const texts = body.reusableContents.map(({ title, git: origin }: { title: string; git: object }) => ({
    title,
    origin,
  }))
  return { pages, files: files.sort(byText), texts: texts.sort(byText) }
}
const withoutIds = (text: string) => text.replaceAll(/\/(pages|files|reusable-contents)\/\w+/g, '/$1/…')
const byText = (one: object, other: object) => JSON.stringify(one).localeCompare(JSON.stringify(other))

test('commit by commit a space becomes what it would be with all of them at once, as soon as all can be read', async () => {
  await fc.assert(
    fc.asyncProperty(commits, async (all) => {
      const repository = await server.repository()
      const present = new Map<string, Files[string]>()
      const { id } = await world.makeSpace()
      const commit = async (changes: readonly [string, string | null][]) => {
        const files: Files = Object.fromEntries(changes)
        for (const [path, content] of Object.entries(files)) {
          if (content === null && !present.has(path)) delete files[path]
          else if (content === null) present.delete(path)
          else present.set(path, content)
        }
        await repository.commit(files)
        expect(await git.importFrom(repository, id)).toMatchObject({ state: 'success' })
      }
      await commit(names.map((name, at) => [name, `# ${at}\n\nText.\n`]))
      for (const changes of all) await commit(changes)
      // Where a file cannot be read, nothing goes; what a space still has then, one that begins with this commit lacks.
      if (present.get(included) === hiding) await commit([[included, 'Shown.\n']])
      const { id: fresh } = await world.makeSpace()
      await git.importFrom(repository, fresh)
      expect(await contentOf(id)).toEqual(await contentOf(fresh))
    }),
    // Without shrinking, which takes minutes here: these commits are few and small.
    { numRuns: examples.length + runs(1), examples, endOnFailure: true },
  )
}, 180_000)

test('an included text that cannot be read any more stays as it was, until it can', async () => {
  const repository = await server.repository()
  const { id } = await world.makeSpace()
  const textsAfter = async (files: Files) => {
    await repository.commit(files)
    expect(await git.importFrom(repository, id)).toMatchObject({ state: 'success' })
    return (await contentOf(id)).texts
  }
  const before = await textsAfter({ 'README.md': contents[2] as string, [included]: 'First.\n' })
  expect(before).toMatchObject([{ title: 'E', origin: { path: included } }])
  expect(await textsAfter({ [included]: hiding })).toEqual(before)
  const { body: runsOfSpace } = await world.send('listImportRuns', { query: { space: id } })
  const { body: run } = await world.send('getImportRun', { params: { importRunId: runsOfSpace.items[0].id } })
  expect(run.failures).toEqual([{ path: included, problem: expect.stringContaining('cannot have `if`, `hidden`') }])
  const after = await textsAfter({ [included]: 'Second.\n' })
  expect(after).toMatchObject([{ title: 'E', origin: { path: included } }])
  expect(after).not.toEqual(before)
})

test('a commit of one file transfers that file, and leaves the times of all other pages', async () => {
  const repository: GitRepository = await server.repository()
  const noise = () => Array.from({ length: 400 }, () => Math.random().toString(36)).join(' ')
  const files = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`p${at}.md`, `# Page ${at}\n\n${noise()}\n`]))
  await repository.commit(files)
  const { id } = await world.makeSpace()
  const transferred = async () => {
    const from = server.requests.length
    expect(await git.importFrom(repository, id)).toMatchObject({ state: 'success' })
    return server.requests.slice(from).reduce((sum, { bytes }) => sum + bytes, 0)
  }
  const all = await transferred()
  const times = async () => {
    const { body } = await world.send('listPages', { params: { spaceId: id } })
    return new Map(body.pages.map((page: { title: string; updatedAt: string }) => [page.title, page.updatedAt]))
  }
  const before = await times()
  await repository.commit({ 'p7.md': '# Page 7\n\nShort.\n' })
  expect(await transferred()).toBeLessThan(all / 20)
  const after = await times()
  expect([...after].filter(([title, at]) => before.get(title as string) !== at).map(([title]) => title)).toEqual([
    'Page 7',
  ])
})
