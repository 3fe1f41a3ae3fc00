import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import { runs } from '@quire/properties'
import type { Files } from '@quire/world/git-server'
import fc from 'fast-check'
import { readArchive } from '../../src/imports/archive.ts'
import { startGitWorld } from '../support/git-world.ts'

/** Documentation of others: a small one of the repository, and a large one where somebody keeps it beside it. */
const corpora = {
  'fluentd-docs': resolve(import.meta.dirname, '../../../../tests/fixtures/fluentd-docs.zip'),
  'elsa-docs': resolve(import.meta.dirname, '../../../../../shared/corpus/elsa-docs.zip'),
}

const { server, world, git, stop } = await startGitWorld()
afterAll(stop)

for (const [name, archive] of Object.entries(corpora)) {
  const ifThere = existsSync(archive) ? test : test.skip
  ifThere(
    `${name} is imported and exported without a commit, and an edited sentence is one line of it`,
    async () => {
      const found = await readArchive(await readFile(archive), { field: 'archive' })
      const files: Files = {}
      for (const { path, read } of found) files[path] = await read()
      const repository = await server.repository()
      const commit = await repository.commit(files)
      const { id } = await world.makeSpace()
      expect(await git.importFrom(repository, id)).toMatchObject({ state: 'success', commit })
      expect(await git.exportTo(repository, id)).toMatchObject({ state: 'success', commit })
      expect(await repository.head()).toBe(commit)
      const pages = await git.pagesOf(id)
      for (const page of pages) {
        const text = await git.markdownOf(id, page.id)
        const sentence = /^[A-Z][a-z]+ [a-z]+ [\w ,]+\.$/m.exec(text)?.[0]
        if (!sentence || !page.git) continue
        await git.edit(id, page.id, text.replace(sentence, `${sentence.slice(0, -1)}, here.`))
        await git.exportTo(repository, id)
        const lines = await repository.diff(commit, await repository.head())
        expect(lines.slice(0, 2)).toEqual([`--- a/${page.git.path}`, `+++ b/${page.git.path}`])
        expect(lines.slice(2).map((line) => line.replace(/\r$/, ''))).toEqual([
          `-${sentence}`,
          `+${sentence.slice(0, -1)}, here.`,
        ])
        return
      }
      throw new Error('no page has a sentence')
    },
    180_000,
  )
}

/** Documentation in the spellings of many authors: line ends, lists, links, front matter, folders and names. */
const words = fc.stringMatching(/^[a-z]{1,8}( [a-z]{1,8}){0,5}$/)
const pathOf = fc
  .stringMatching(/^([a-z]{1,3}\/){0,2}[a-z]{1,5}\.md$/)
  .filter((path) => !/(^|\/)(readme|summary)\.md$/.test(path))
const sourceOf = fc.uniqueArray(pathOf, { minLength: 1, maxLength: 6, selector: (path) => path }).chain((paths) =>
  fc.record({
    paths: fc.constant(paths),
    end: fc.constantFrom('\n', '\r\n'),
    last: fc.constantFrom('', '\n', '\n\n'),
    front: fc.constantFrom('', '---\ndescription: >-\n  so it is\n---\n\n', '---\n# why\nicon: bolt\n---\n'),
    bullet: fc.constantFrom('*', '-', '+'),
    hasSummary: fc.boolean(),
    texts: fc.array(fc.tuple(words, words, fc.nat(paths.length - 1)), {
      minLength: paths.length,
      maxLength: paths.length,
    }),
  }),
)

test('any documentation that is imported and exported without a change makes no commit', async () => {
  await fc.assert(
    fc.asyncProperty(sourceOf, async ({ paths, end, last, front, bullet, hasSummary, texts }) => {
      const files: Record<string, string> = { 'README.md': '# Home\n' }
      for (const [at, path] of paths.entries()) {
        const [title = '', text = '', to = 0] = texts[at] ?? []
        const up = '../'.repeat(path.split('/').length - 1)
        const body = `# ${title}\n\n${bullet} ${text}\n${bullet} [there](${up || './'}${paths[to]})\n\n${text}.`
        files[path] = (front + body + last).replaceAll('\n', end)
      }
      const listed = paths.map((path) => `${bullet} [${path}](${path})`).join('\n')
      if (hasSummary)
        files['SUMMARY.md'] = `# Contents\n\n${bullet} [Home](./README.md)\n${listed}\n`.replaceAll('\n', end)
      const repository = await server.repository()
      const commit = await repository.commit(files)
      const { id } = await world.makeSpace()
      expect(await git.importFrom(repository, id)).toMatchObject({ state: 'success' })
      const exported = await git.exportTo(repository, id)
      expect([exported.state, exported.error]).toEqual(['success', undefined])
      expect(await repository.diff(commit, await repository.head())).toEqual([])
    }),
    { numRuns: runs(6) },
  )
}, 180_000)
