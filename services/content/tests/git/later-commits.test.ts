import { afterAll, expect, test } from '@jest/globals'
import { runs } from '@quire/properties'
import type { Files, GitRepository } from '@quire/world/git-server'
import fc from 'fast-check'
import { startGitWorld } from '../support/git-world.ts'

const { server, world, git, stop } = await startGitWorld()
afterAll(stop)

const included = '.gitbook/includes/e.md'
const names = ['README.md', 'a.md', 'b/README.md', 'b/c.md', 'b/d.md', included, 'pictures/f.svg']
/** Files that come later: beside others, in place of what a link leads to, and a page of a folder that had none. */
const later = ['new.md', 'b.md', 'b/new.md', 'pictures/README.md', 'pictures/g.svg', '.gitbook/includes/g.md']
const linking = '# One\n\n[c](b/c.md) [b](b) [folder](pictures/) ![](pictures/f.svg)\n'
/** Links to what may come later, and to a page by its address. */
const open = '# Five\n\n[new](new.md) [there](/b/new) [g](pictures/g.svg) {% include ".gitbook/includes/g.md" %}\n'
const covered = '---\ncover: pictures/f.svg\n---\n\n# Six\n\n[d](b/d)\n'
/** Makes a page hidden, and an included text unreadable: it cannot have a rule of its own. */
const hiding = '---\nhidden: true\n---\n\n# Two\n'
const including = '# Three\n\n{% include "/.gitbook/includes/e.md" %}\n'
const contents = [linking, open, covered, hiding, including, 'Four.\n']
const nested = '# Contents\n\n* [Home](README.md)\n* [B](b/README.md)\n  * [See](b/c.md)\n'
const moved = '* [Home](README.md)\n* [C](b/c.md)\n  * [One](a.md "A")\n  * [New](b/new.md)\n'
const listing = [nested, '* [Home](README.md)\n* [A](a.md)\n', moved]
const all = [...names, ...later]
type Change = readonly [path: string, content: string | null | { from: string }]
const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(fc.constantFrom(...all), fc.constantFrom(...contents)) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('SUMMARY.md'), fc.constantFrom(...listing)) },
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom(...all.slice(1)), fc.constant(null)) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom(...later), fc.record({ from: fc.constantFrom(...all.slice(1)) })),
  },
)
const commits = fc.array(fc.array(change, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 3 })
/** What went wrong once, or depends on more than one file; always tried. */
const examples: [Change[][]][] = [
  [[[['SUMMARY.md', nested]], [[included, hiding]]]],
  [[[[included, hiding]], [['README.md', linking]], [['README.md', linking]]]],
  [[[[included, hiding]], [['a.md', including]], [['a.md', null]]]],
  // Open links lead somewhere later, and do no more when that moves.
  [
    [
      [
        ['a.md', open],
        ['README.md', linking],
      ],
      [['b/new.md', 'Four.\n']],
      [
        ['SUMMARY.md', nested],
        ['b.md', 'Four.\n'],
      ],
    ],
  ],
  [
    [
      [
        ['a.md', covered],
        ['README.md', linking],
        ['b.md', 'Four.\n'],
      ],
      [
        ['pictures/README.md', { from: 'b/d.md' }],
        ['pictures/f.svg', null],
      ],
      // The pages of `b.md` and of its folder change their order, and so their slugs.
      [['SUMMARY.md', '* [Home](README.md)\n* [A](a.md)\n']],
    ],
  ],
]

/** Everything of a space that an import brings, without ids and times. */
async function contentOf(spaceId: string) {
  const { body } = await world.send('getCurrentRevision', { params: { spaceId } })
  const listed = await git.pagesOf(spaceId)
  const paths = new Map<string, string>(
    [...listed, ...body.files, ...body.reusableContents].map(({ id, title, git: origin }) => [
      id,
      origin?.path ?? title,
    ]),
  )
  const withPaths = (text: string) => text.replaceAll(/\w{20,}/g, (id) => paths.get(id) ?? id)
  const pages = await Promise.all(
    listed.map(async (page) => {
      const { body: whole } = await world.send('getPageById', {
        params: { spaceId, pageId: page.id },
        query: { format: 'markdown' },
      })
      const { title, linkTitle, path, slug, type, hidden, cover, git: origin, markdown } = whole
      const links = withPaths(JSON.stringify([cover ?? null, markdown ?? '']))
      return { title, linkTitle, path, slug, type, hidden, origin, links }
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
const byText = (one: object, other: object) => JSON.stringify(one).localeCompare(JSON.stringify(other))

test('commit by commit a space becomes what it would be with all of them at once, as soon as all can be read', async () => {
  await fc.assert(
    fc.asyncProperty(commits, async (made) => {
      const repository = await server.repository()
      const present = new Map<string, Files[string]>()
      const { id } = await world.makeSpace()
      const commit = async (changes: readonly Change[]) => {
        const files: Files = {}
        for (const [path, content] of changes) {
          const { from } = typeof content === 'object' && content ? content : {}
          const text = from === undefined ? (content as string | null) : (present.get(from) ?? null)
          for (const [place, given] of [
            ...(from === undefined ? [] : [[from, null] as const]),
            [path, text] as const,
          ]) {
            if (given === null && !present.has(place)) continue
            if (given === null) present.delete(place)
            else present.set(place, given)
            files[place] = given
          }
        }
        await repository.commit(files)
        expect(await git.importFrom(repository, id)).toMatchObject({ state: 'success' })
      }
      await commit(names.map((name, at) => [name, `# ${at}\n\nText.\n`]))
      for (const changes of made) await commit(changes)
      // Where a file cannot be read, nothing goes; what a space still has then, one that begins with this commit lacks.
      const unreadable = [...present].filter(([path, text]) => path.startsWith('.gitbook/includes/') && text === hiding)
      if (unreadable.length > 0) await commit(unreadable.map(([path]): Change => [path, 'Shown.\n']))
      const { id: fresh } = await world.makeSpace()
      await git.importFrom(repository, fresh)
      expect(await contentOf(id)).toEqual(await contentOf(fresh))
    }),
    // Without shrinking, which takes minutes here: these commits are few and small.
    { numRuns: examples.length + runs(1), examples, endOnFailure: true, includeErrorInReport: true },
  )
}, 420_000)

test('an included text that cannot be read any more stays as it was, until it can', async () => {
  const repository = await server.repository()
  const { id } = await world.makeSpace()
  const textsAfter = async (files: Files) => {
    await repository.commit(files)
    expect(await git.importFrom(repository, id)).toMatchObject({ state: 'success' })
    return (await contentOf(id)).texts
  }
  const before = await textsAfter({ 'README.md': including, [included]: 'First.\n' })
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
