import { z } from 'zod'
import { expectSuccess } from '../load/client.ts'
import type { Caller } from '../load/workloads.ts'
import type { Measuring } from '../part.ts'
import { create, createOrganization, createSpaces, importCorpus, importSpace } from './pages.ts'

/** A published site, open to every visitor, that begins with a space of real documentation. */
export interface PublishedSite extends Caller {
  organization: string
  id: string
  /** The path of its pages at the gateway. */
  path: string
  siteSpaces: number
}

/** A site with the documentation that it publishes. */
export interface CorpusSite {
  site: PublishedSite
  /** Paths of pages of about median length, from the shorter to the longer; the one in the middle has the median length. */
  pages: string[]
}

const sections = 50
const siteSpacesPerSection = 10
/** Several pages around the median, so that no single page decides. */
const pagesAroundMedian = 7

/** Creates a published site of one site space. */
export async function makeCorpusSite(on: Measuring): Promise<CorpusSite> {
  const organization = await createOrganization(on, 'Published')
  const corpus = await importCorpus(on, organization)
  return { site: await makeSite(on, organization, corpus.id, 'small'), pages: await medianPages(on, corpus) }
}

/** Creates a published site of one site space with many generated pages, in groups of a hundred. */
export async function makeGroupedSite(on: Measuring, pages: number): Promise<CorpusSite> {
  const organization = await createOrganization(on, 'Grouped')
  const space = await importSpace(on, organization, `${pages}-groups`)
  const site = await makeSite(on, organization, space.id, 'grouped')
  const spread = Array.from(
    { length: pagesAroundMedian },
    (_, at) => space.pages[Math.floor(((at + 0.5) * pages) / pagesAroundMedian)],
  )
  const read = await Promise.all(
    spread.map(async (page) =>
      Page.parse(await expectSuccess(on.send('GET', `/v1/spaces/${space.id}/content/page/${page}`))),
    ),
  )
  return { site, pages: read.map(({ path }) => path) }
}

/** Creates a site without content; returns its organization and its id, as they stand in paths. */
export async function makeEmptySite(on: Measuring, organization: string): Promise<string> {
  return `${organization}/sites/${await create(on, `/v1/orgs/${organization}/sites`, { title: 'Empty', spaces: [] })}`
}

/** Creates another published site, which has 500 site spaces in 50 sections. */
export async function makeLargeSite(on: Measuring, organization: string): Promise<PublishedSite> {
  const corpus = await importCorpus(on, organization)
  const site = await makeSite(on, organization, corpus.id, 'large')
  await addSections(on, organization, site.id)
  return { ...site, siteSpaces: sections * siteSpacesPerSection }
}

async function makeSite(on: Measuring, organization: string, space: string, basename: string): Promise<PublishedSite> {
  const sites = `/v1/orgs/${organization}/sites`
  const id = await create(on, sites, { title: `The ${basename} one`, spaces: [space] })
  await expectSuccess(on.send('PATCH', `${sites}/${id}`, { basename, visibility: 'public' }))
  await expectSuccess(on.send('POST', `${sites}/${id}/publish`))
  return { ...on, organization, id, path: `/sites/${basename}`, siteSpaces: 1 }
}

/** Adds sections and their site spaces. The first section takes the existing site space. */
async function addSections(on: Measuring, organization: string, site: string): Promise<void> {
  const path = `/v1/orgs/${organization}/sites/${site}`
  const spaces = await createSpaces(on, organization, sections * siteSpacesPerSection - 1)
  for (let number = 1; number < sections; number += 1)
    await create(on, `${path}/sections`, { spaceId: spaces.pop(), title: `Section ${number}` })
  const List = z.object({ items: z.array(z.object({ id: z.string() })) })
  const { items } = List.parse(await expectSuccess(on.send('GET', `${path}/sections?limit=${sections}`)))
  for (const { id: sectionId } of items)
    for (let number = 1; number < siteSpacesPerSection; number += 1)
      await create(on, `${path}/site-spaces`, { spaceId: spaces.pop(), sectionId })
}

const Page = z.object({ path: z.string(), markdown: z.string() })

async function medianPages({ send }: Measuring, { id, pages }: { id: string; pages: string[] }): Promise<string[]> {
  const read = await Promise.all(
    pages.map(async (page) => Page.parse(await expectSuccess(send('GET', `/v1/spaces/${id}/content/page/${page}`)))),
  )
  const sorted = read.toSorted((one, other) => one.markdown.length - other.markdown.length).map(({ path }) => path)
  const from = Math.floor((sorted.length - pagesAroundMedian) / 2)
  return sorted.slice(from, from + pagesAroundMedian)
}
