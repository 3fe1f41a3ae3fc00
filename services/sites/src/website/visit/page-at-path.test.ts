import { expect, test } from '@jest/globals'
import type { PublishedPage, TreePage } from '@quire/contracts'
import { VisitAnswer } from '@quire/kit'
import { inlineParser } from '@quire/parsing'
import { effectiveSettings } from '../../view/effective-settings.ts'
import { createPageCacheKeys } from '../cache/cache-keys.ts'
import { createPageCache } from '../cache/page-cache.ts'
import { type ContentSource, spaceTree } from '../content/content-source.ts'
import { createPageTreeCache } from '../content/page-tree-cache.ts'
import { type PageContext, treesOf } from '../page/page-context.ts'
import { createColdWork } from '../page/visit-work.ts'
import { createResultCache } from '../render/highlight/result-cache.ts'
import * as tasks from '../render/highlight/tasks.ts'
import type { VisibleSite } from '../site/site-model.ts'
import { pageAt } from './page-at-path.ts'

const pageOf = (id: string, slug: string): TreePage => ({
  ...{ id, parent: null, type: 'document', title: slug, slug, text: slug, updatedAt: '2026-01-01T00:00:00.000Z' },
})

/** The pages of each revision. The one of the guide links to the page of the manual, which moves. */
const revisions: Record<string, TreePage[]> = {
  guide: [pageOf('g1', 'start'), pageOf('g2', 'links')],
  old: [pageOf('m1', 'first'), pageOf('m2', 'before')],
  new: [pageOf('m1', 'first'), pageOf('m2', 'after')],
}

const layout = {
  title: true,
  description: true,
  tableOfContents: true,
  outline: true,
  pagination: true,
  metadata: true,
}
const link = { object: 'inline', type: 'link', data: { ref: { kind: 'page', space: 'manual', page: 'm2' } } }
const leaves = [{ object: 'leaf', text: 'there', marks: [] }]
const text = { object: 'text', key: 'a', leaves }
const linking = {
  document: {
    object: 'document',
    data: {},
    nodes: [{ object: 'block', type: 'paragraph', data: {}, nodes: [{ ...link, nodes: [text] }] }],
  },
  layout: { ...layout, cover: false, width: 'default', coverSize: 'full' },
  ...{ isForAll: true, files: {}, reusables: {}, spaces: ['manual'], specs: {} },
} as unknown as PublishedPage

/** A site of a guide, and of a manual at this revision. */
function siteAt(revision: string): VisibleSite {
  const variant = (id: string, revision: string) => ({
    ...{ id, spaceId: id, revision, title: id, path: `/${id}`, fullPath: id },
    pagePath: (path: string) => `/${id}/${path}`,
  })
  const section = (id: string, revision: string) => ({
    ...{ kind: 'section' as const, id, title: id, variants: [variant(id, revision)] },
  })
  return {
    ...{ id: 'site', organizationId: 'zoo', title: 'Zoo', address: 'http://quire.test/sites/zoo', base: '/sites/zoo' },
    structure: [section('guide', 'guide'), section('manual', revision)],
    ...{
      filesOrigin: 'http://quire.test',
      settings: effectiveSettings(undefined),
      reports: 'nothing',
      isForAgents: true,
      isAskable: false,
      scripts: [],
    },
    version: 'one',
    audience: {
      ...{ isPublic: true, isIndexed: true, preview: undefined, key: 'all', claims: {}, groups: [] },
      holds: () => true,
      decide: async () => {},
    },
  }
}

/** Visits the page that links, on a site with the manual at a revision. */
function visitors(supply: () => Promise<PublishedPage>) {
  const source = {
    tree: async (_: unknown, { revision }: { revision: string }) =>
      spaceTree({ pages: revisions[revision] ?? [], shared: '' }),
    page: supply,
  } as unknown as ContentSource
  const pages = {
    cacheKeys: createPageCacheKeys(),
    pageCache: createPageCache(),
    coldWork: createColdWork(),
  }
  const renderWorkers = { results: createResultCache(), parserFor: () => inlineParser(tasks), stop: async () => {} }
  const common = {
    source,
    pageTrees: createPageTreeCache(),
    renderWorkers,
    assets: { script: '', style: '', font: () => undefined },
  }
  return async (revision: string) => {
    const site = siteAt(revision)
    const context = { ...common, site } as unknown as PageContext
    const section = site.structure[0]
    if (section?.kind !== 'section' || !section.variants[0]) throw new Error('the site has no guide')
    const visit = { method: 'GET', url: '/sites/zoo/guide/links', headers: {} }
    const request = { deps: { pages }, visit, cacheFront: () => {} } as unknown as Parameters<typeof pageAt>[0]
    const location = { section, variant: section.variants[0] }
    const answer = await pageAt(request, context, treesOf(context), { location, path: 'links' })
    if (!(answer instanceof VisitAnswer)) throw new Error('there is no page')
    return /href="([^"]*manual\/(?:before|after))"/.exec(String(answer.body))?.[1]
  }
}

test('visitors share the rendering of a page only if they see the same of the other spaces too', async () => {
  const supplied = Promise.withResolvers<PublishedPage>()
  let rendered = 0
  const visit = visitors(() => {
    rendered += 1
    return supplied.promise
  })
  const visits = Promise.all(['old', 'old', 'new', 'new'].map(visit))
  supplied.resolve(linking)
  const [before, after] = ['/sites/zoo/manual/before', '/sites/zoo/manual/after']
  expect([await visits, rendered]).toEqual([[before, before, after, after], 2])
  expect([await visit('new'), await visit('old'), rendered]).toEqual([after, before, 2])
})
