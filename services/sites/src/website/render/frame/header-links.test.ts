import { expect, test } from '@jest/globals'
import type { CustomizationInput } from '@quire/contracts'
import { effectiveSettings } from '../../../view/effective-settings.ts'
import { pageTree } from '../../content/page-tree.ts'
import type { SiteLocation, VisibleSite } from '../../site/site-model.ts'
import { nothing } from '../blocks/markup.ts'
import { attributeOf, found, inside, wordsIn } from '../blocks/parsed.fixture.ts'
import { createIconSheet } from '../icons/icons.ts'
import { vocabularyOf } from '../words/index.ts'
import { framed } from './frame.ts'
import type { FrameContext } from './page-view.ts'

const variant = { id: 'v', spaceId: 's', title: 'Manual', path: '', fullPath: '', revision: 'r', pagePath: String }
const section = { kind: 'section', id: '', title: '', variants: [variant] }

/** Returns a page of a site with these settings, on which nothing but the frame matters. */
function pageOf(settings: CustomizationInput): string {
  const location = { section, variant } as unknown as SiteLocation
  const site = {
    ...{ id: 'site', title: 'Pumps', base: '/sites/pumps', address: 'http://e.x/sites/pumps', structure: [section] },
    ...{ settings: effectiveSettings(settings), scripts: [], reports: 'nothing', isAskable: false },
    audience: { holds: () => true, isIndexed: true, preview: undefined },
  } as unknown as VisibleSite
  const page = { id: 'p', parent: null, type: 'document', title: 'Turning', slug: 'turning', text: 'x', updatedAt: '' }
  const tree = pageTree([page as never], {
    ...{ home: '/sites/pumps', hrefOfPath: (path) => `/sites/pumps/${path}`, audience: { holds: () => true } },
    hrefOf: () => undefined,
  })
  const context: FrameContext = {
    ...{ site, location, tree, vocabulary: vocabularyOf('en'), icons: createIconSheet() },
    hrefOf: (target) => target?.url as string | undefined,
    assets: { script: '/script.js', style: '/style.css', font: () => [], hrefOf: () => undefined } as never,
    hrefIn: () => '/sites/pumps',
  }
  return framed(context, {
    ...{ title: 'Turning', current: tree.listed[0], description: undefined, headings: [], content: nothing },
    ...{ canonical: undefined, markdown: undefined, showsSidebar: true, isWide: false },
  }).html
}

const url = (name: string) => ({ kind: 'url' as const, url: `https://e.x/${encodeURIComponent(name)}` })
const link = (title: string) => ({ title, to: url(title), links: [] })
const headerOf = (...links: object[]) => pageOf({ header: { links } } as never)

/** Returns the links of the bar itself in a window of some width in rem, and those in the menu at its end. */
function barIn(html: string, width: number): { bar: string[]; more: string[] } {
  const isVisible = (look = '') =>
    [...look.matchAll(/bar-(from|until)-(\d+)/g)].every(([, kind, at]) =>
      kind === 'from' ? width > Number(at) : width <= Number(at),
    )
  const [nav] = found(html, 'nav', 'bar-links')
  const visible = (nav ? found(inside(nav), 'a') : []).filter((one) => {
    for (let node: unknown = one; node; node = (node as { parentNode?: unknown }).parentNode) {
      if ('attrs' in (node as object) && !isVisible(attributeOf(node as never, 'class'))) return false
    }
    return true
  })
  const [menu] = nav ? found(inside(nav), 'li', 'bar-more') : []
  const inMenu = new Set(menu ? found(inside(menu), 'a').map((one) => attributeOf(one, 'href')) : [])
  const more = visible.filter((one) => attributeOf(one, 'class') === undefined && inMenu.has(attributeOf(one, 'href')))
  return { bar: visible.filter((one) => !more.includes(one)).map(wordsIn), more: more.map(wordsIn) }
}

const nine = ['Documentation', 'Interface', 'Changes', 'Community', 'Support', 'Status', 'Pricing', 'Blog', 'Careers']

test.each([55, 57, 65, 80, 100])(
  'in a window of %d rem each link of the header is in the bar or in its last menu',
  (width) => {
    const { bar, more } = barIn(headerOf(...nine.map(link)), width)
    expect([...bar, ...more]).toEqual(nine)
    expect(bar.length).toBeGreaterThan(0)
  },
)

test('a wide bar has more links than a narrow one, and few links have no menu', () => {
  const html = headerOf(...nine.map(link))
  expect(barIn(html, 100).bar.length).toBeGreaterThan(barIn(html, 56).bar.length)
  expect(barIn(html, 56).more).not.toEqual([])
  expect(headerOf(link('Blog'), link('Community'))).not.toContain('bar-more')
})

test('a button of the header stays in the bar, and a menu without room is a list in the last one', () => {
  const button = { ...link('Sign up'), style: 'button-primary' }
  const menu = { title: 'Forums', to: null, links: [{ title: 'Questions', to: url('q') }] }
  const { bar, more } = barIn(headerOf(...nine.map(link), menu, button), 56)
  expect([bar.at(-1), more.at(-1)]).toEqual(['Sign up', 'Questions'])
})

test('a long title of a link is in its tooltip', () => {
  const long = 'All that anybody has ever asked about the pump '.repeat(2)
  const titles = found(headerOf(link(long), link('Blog')), 'a', 'link').map((one) => attributeOf(one, 'title'))
  expect(new Set(titles)).toEqual(new Set([long, undefined]))
})

test('the menu of narrow screens begins with the links of the header', () => {
  const [menu] = found(headerOf(link('Blog')), 'div', 'sidebar')
  const links = found(inside(menu as never), 'a').map(wordsIn)
  expect(links).toEqual(['Blog', 'Turning'])
})
