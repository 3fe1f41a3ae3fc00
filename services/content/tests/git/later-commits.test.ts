import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { runs } from '@quire/properties'
import fc from 'fast-check'
import { gitOperationsOf } from '../support/git-operations.ts'
import { type Files, type GitRepository, type GitServer, gitServer } from '../support/git-server.ts'
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

const names = ['README.md', 'a.md', 'b/README.md', 'b/c.md', 'b/d.md', '.gitbook/includes/e.md', 'pictures/f.svg']
const contents = [
  '# One\n\n[c](b/c.md)\n',
  '---\nhidden: true\n---\n\n# Two\n',
  '# Three\n\n{% include "/.gitbook/includes/e.md" %}\n',
  'Four.\n',
]
const listing = [
  '# Contents\n\n* [Home](README.md)\n* [B](b/README.md)\n  * [See](b/c.md)\n',
  '* [Home](README.md)\n* [A](a.md)\n',
]
const change = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(fc.constantFrom(...names), fc.constantFrom(...contents)) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('SUMMARY.md'), fc.constantFrom(...listing)) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom('a.md', 'b/d.md'), fc.constant(null)) },
)
const commits = fc.array(fc.array(change, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 3 })

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

test('commit by commit a space becomes what it would be with all of them at once', async () => {
  await fc.assert(
    fc.asyncProperty(commits, async (all) => {
      const repository = await server.repository()
      const present = new Set<string>()
      const commit = async (files: Files) => {
        for (const [path, content] of Object.entries(files)) {
          if (content === null && !present.has(path)) delete files[path]
          else if (content === null) present.delete(path)
          else present.add(path)
        }
        await repository.commit(files)
      }
      await commit(Object.fromEntries(names.map((name, at) => [name, `# ${at}\n\nText.\n`])))
      const { id } = await world.makeSpace()
      await git.importFrom(repository, id)
      for (const changes of all) {
        await commit(Object.fromEntries(changes))
        expect(await git.importFrom(repository, id)).toMatchObject({ state: 'success' })
      }
      const { id: fresh } = await world.makeSpace()
      await git.importFrom(repository, fresh)
      expect(await contentOf(id)).toEqual(await contentOf(fresh))
    }),
    { numRuns: runs(3) },
  )
}, 180_000)

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
