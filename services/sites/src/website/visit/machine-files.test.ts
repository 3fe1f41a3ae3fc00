import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from '@jest/globals'
import type { TreePage } from '@quire/contracts'
import { effectiveSettings } from '../../view/effective-settings.ts'
import { createFileCache, type FileCache } from '../cache/file-cache.ts'
import { type ContentSource, spaceTree } from '../content/content-source.ts'
import { createPageTreeCache } from '../content/page-tree-cache.ts'
import type { PageContext, SiteTrees } from '../page/page-context.ts'
import type { VisibleSite } from '../site/site-model.ts'
import { machineFiles } from './machine-files.ts'

const spaces = ['guide', 'manual', 'notes']

/** Each space has a page, which links to the page of the next one. */
const pagesOf = (space: string): TreePage[] => [
  {
    id: `${space}-1`,
    parent: null,
    type: 'document',
    title: space,
    slug: 'start',
    text: '',
    updatedAt: '2026-01-01T00:00:00.000Z',
  },
  {
    id: `${space}-2`,
    parent: null,
    type: 'document',
    title: 'Last',
    slug: 'last',
    text: '',
    updatedAt: '2026-01-01T00:00:00.000Z',
  },
]
const textOf = (space: string) => {
  const next = spaces[(spaces.indexOf(space) + 1) % spaces.length]
  return `[Next](/spaces/${next}/pages/${next}-2) and [here](/pages/${space}-2).`
}

const site = {
  ...{ id: 'site', organizationId: 'zoo', title: 'Zoo', address: 'http://quire.test/sites/zoo', base: '/sites/zoo' },
  structure: spaces.map((id) => ({
    ...{ kind: 'section', id, title: id },
    variants: [
      {
        ...{ id, spaceId: id, revision: id, title: id, path: `/${id}`, fullPath: id },
        pagePath: (path: string) => `/${id}/${path}`,
      },
    ],
  })),
  settings: effectiveSettings(undefined),
  isForAgents: true,
  version: 'one',
  audience: {
    ...{ isPublic: true, isIndexed: true, key: 'all', claims: {}, groups: [] },
    holds: () => true,
    decide: async () => {},
  },
} as unknown as VisibleSite

const source = {
  tree: async (_: unknown, { spaceId }: { spaceId: string }) => spaceTree({ pages: pagesOf(spaceId), shared: '' }),
  texts: async (_: unknown, { spaceId }: { spaceId: string }, { pages }: { pages: string[] }) =>
    new Map(pages.map((id) => [id, id.endsWith('-1') ? textOf(spaceId) : 'The end.'])),
} as unknown as ContentSource

/** The trees of the visit, which live as long as its file is generated: none of a whole site may be among them. */
const trees = new Proxy({} as SiteTrees, {
  get: (_, name) => {
    throw new Error(`the file asks for the visit's trees: ${String(name)}`)
  },
})

async function fileOf(name: string, files = createFileCache()): Promise<string> {
  const pageContext = { site, source, pageTrees: createPageTreeCache() } as unknown as PageContext
  const answer = await machineFiles[name]?.({ pageContext, trees, files, isRead: true })
  return text(answer?.body as never)
}

test('the files of a whole site are made without keeping the trees of its spaces, and links lead to the pages of any', async () => {
  const full = await fileOf('llms-full.txt')
  for (const [at, space] of spaces.entries()) {
    const next = spaces[(at + 1) % spaces.length]
    expect(full).toContain(
      `[Next](http://quire.test/sites/zoo/${next}/last) and [here](http://quire.test/sites/zoo/${space}/last).`,
    )
  }
  const list = await fileOf('llms.txt')
  for (const space of spaces) expect(list).toContain(`- [Last](http://quire.test/sites/zoo/${space}/last.md)`)
})

test('a file that is full ends, and the texts of pages say where the others are', async () => {
  const files: FileCache = {
    read: async (_, __, generate) =>
      Readable.from(
        generate(
          () => undefined,
          () => true,
        ),
      ),
  }
  expect(await fileOf('llms-full.txt', files)).toBe(
    '\nThere is more: http://quire.test/sites/zoo/llms.txt lists every page.\n',
  )
  expect(await fileOf('llms.txt', files)).not.toContain('- [')
})
