import type { Request } from 'autocannon'
import { z } from 'zod'
import { must, type Send } from './api.ts'
import type { Group } from './compare.ts'
import type { FilledSpace } from './data.ts'
import { withDatabase } from './database.ts'
import { fire } from './load.ts'
import { type Asker, atService, type Kind, targetOf } from './requests.ts'
import type { Target } from './rounds.ts'
import type { Quire } from './system.ts'

/** A published site, open to anybody, that begins with the space of real documentation. */
export interface PublishedSite extends Asker {
  organization: string
  id: string
  /** Where its pages lie. */
  path: string
  siteSpaces: number
}

/** An organization that has so many sites. */
interface SiteOwner extends Asker {
  organization: string
  sites: number
  /** The cursor of a page in the middle of them. */
  deep: string
}

/** One site of one site space, one of many in sections; one organization of some sites, one of many. */
export interface ManySites {
  small: PublishedSite
  large: PublishedSite
  owners: [SiteOwner, SiteOwner]
}

interface MakeOptions {
  send: Send
  quire: Quire
  asking: Asker
  /** Where the space lies. */
  organization: string
  corpus: Pick<FilledSpace, 'id'>
}

const sections = 50
const siteSpacesPerSection = 10
const siteCounts = [100, 10_000] as const
const Made = z.object({ id: z.string() })

/** Makes the sites that are read through the interface, and those that are only listed in the database of sites, in bulk. */
export async function makeSites(options: MakeOptions): Promise<ManySites> {
  const small = await makeSite(options, 'small')
  const large = await makeSite(options, 'large')
  await addSections(options, large.id)
  const [few, many] = siteCounts
  const owners: ManySites['owners'] = [await makeOwner(options, few), await makeOwner(options, many)]
  return { small, large: { ...large, siteSpaces: sections * siteSpacesPerSection }, owners }
}

async function makeSite(options: MakeOptions, basename: string): Promise<PublishedSite> {
  const { send, asking, organization, corpus } = options
  const sites = `/v1/orgs/${organization}/sites`
  const { id } = Made.parse(await must(send('POST', sites, { title: `The ${basename} one`, spaces: [corpus.id] })))
  await must(send('PATCH', `${sites}/${id}`, { basename, visibility: 'public' }))
  await must(send('POST', `${sites}/${id}/publish`))
  return { ...asking, organization, id, path: `/sites/${basename}`, siteSpaces: 1 }
}

/** The first section takes the site space that there is. */
async function addSections({ send, organization }: MakeOptions, site: string): Promise<void> {
  const path = `/v1/orgs/${organization}/sites/${site}`
  const space = async (title: string) =>
    Made.parse(await must(send('POST', `/v1/orgs/${organization}/spaces`, { title }))).id
  const place = async (sectionId: string, title: string) =>
    must(send('POST', `${path}/site-spaces`, { spaceId: await space(title), sectionId }))
  const List = z.object({ items: z.array(Made) })
  for (let number = 1; number < sections; number += 1)
    await must(
      send('POST', `${path}/sections`, { spaceId: await space(`Section ${number}`), title: `Section ${number}` }),
    )
  const { items } = List.parse(await must(send('GET', `${path}/sections?limit=${sections}`)))
  for (const { id } of items)
    for (let number = 1; number < siteSpacesPerSection; number += 1) await place(id, `Variant ${number}`)
}

/** Rows like the first site's. $1 start of ids, $2 the first site, $3 how many. */
const rows = `
  insert into site select made.* from generate_series(1, $3::int - 1) number cross join site model
    cross join lateral jsonb_populate_record(model, jsonb_build_object(
      'id', $1 || 'T' || lpad(number::text, 10, '0'), 'title', 'Site ' || number, 'basename', null)) made
  where model.id = $2`

async function makeOwner({ send, quire, asking }: MakeOptions, sites: number): Promise<SiteOwner> {
  const organization = Made.parse(await must(send('POST', '/v1/orgs', { title: `${sites} sites` }))).id
  const path = `/v1/orgs/${organization}/sites`
  const { id } = Made.parse(await must(send('POST', path, { title: 'The first', spaces: [] })))
  await withDatabase(quire.services.sites.databaseUrl, async (database) => {
    await database.query(rows, [id.slice(0, 15), id, sites])
    // As autovacuum does soon after so many rows.
    await database.query('vacuum (analyze)')
  })
  const Page = z.object({ next: z.object({ page: z.string() }) })
  let deep = ''
  for (let left = sites / 2; left > 0; left -= 1000) {
    const query = `limit=${Math.min(left, 1000)}${deep && `&page=${deep}`}`
    deep = Page.parse(await must(send('GET', `${path}?${query}`))).next.page
  }
  return { ...asking, organization, sites, deep }
}

const withoutToken =
  ({ quire }: Asker, request: Request): Target['load'] =>
  (...how) =>
    fire({ url: quire.gateway, requests: [request] }, ...how)

const structure = ({ organization, id }: PublishedSite) => `/v1/orgs/${organization}/sites/${id}/structure`

const structureKind: Kind<PublishedSite> = {
  name: 'sites: the structure of a site',
  load: (on) => atService(on, 'getSiteStructure', structure(on)),
}

/** A page that was read before; what is sent is compressed, as for a browser. */
export const pageKind = (page: string): Kind<PublishedSite> => ({
  name: 'a page of a published site that is kept',
  load: (on) => withoutToken(on, visitOf(`${on.path}/${page}`)),
})

export const visitOf = (path: string) => ({ path, headers: { 'accept-encoding': 'br' } })

/** What a renderer of published sites asks first. */
export const resolveKind = (page: string): Kind<PublishedSite> => ({
  name: 'a public address resolved',
  load: (on) =>
    withoutToken(on, {
      method: 'POST',
      path: '/v1/urls/published',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url: `${on.quire.gateway}${on.path}/${page}` }),
    }),
})

const list = (name: string, query: (on: SiteOwner) => string): Kind<SiteOwner> => ({
  name: `sites: ${name}`,
  load: (on) => atService(on, 'listSites', `/v1/orgs/${on.organization}/sites?limit=50${query(on)}`),
})

export const siteListKinds = [
  list('50 sites, with `count`', () => ''),
  list('50 sites from the middle', ({ deep }) => `&page=${deep}`),
]

export const siteListAtMost = 1.5

export const siteListGroup = ({ owners }: ManySites): Group => ({
  title: 'sites of an organization, at sites, one connection',
  columns: owners.map(({ sites }) => `${sites} sites`),
  comparisons: siteListKinds.map((kind) => ({
    name: kind.name,
    targets: owners.map((owner) => targetOf(kind, owner)),
    atMost: siteListAtMost,
  })),
  note: 'All are drafts without a space, but the first.',
})

/** The same page, and the structure, of a site of one site space and of one of many. */
export const siteSizeGroup = ({ small, large }: ManySites, page: string): Group => ({
  title: 'site spaces, one connection',
  columns: [small, large].map(({ siteSpaces }) => `${siteSpaces} site spaces`),
  comparisons: [structureKind, pageKind(page)].map((kind) => ({
    name: kind.name,
    targets: [small, large].map((site) => targetOf(kind, site)),
    atMost: 1.5,
  })),
  note: `The large site has ${sections} sections. Its structure has all of its site spaces in one answer.`,
})
