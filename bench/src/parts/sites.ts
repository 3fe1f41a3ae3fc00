import { create, createOrganization, cursorAfter } from '../data/pages.ts'
import { makeCorpusSite, makeLargeSite, type PublishedSite } from '../data/sites.ts'
import { expectSuccess } from '../load/client.ts'
import { atService, type Caller, type WorkloadKind, workloadOf } from '../load/workloads.ts'
import type { Measuring } from '../part.ts'
import { withDatabase } from '../system.ts'
import { comparisonPart } from './comparison.ts'
import { pageKind } from './published-pages.ts'

const structureKind: WorkloadKind<PublishedSite> = {
  name: 'sites: the structure of a site',
  load: (on) => atService(on, 'getSiteStructure', `/v1/orgs/${on.organization}/sites/${on.id}/structure`),
}

const maxRatio = 1.5

/** Compares a page of a site of one site space with that page in a site of many. */
export const siteSizes = comparisonPart({
  name: 'published sites of 1 and 500 site spaces',
  targets: [{ name: pageKind('').name, unit: '500 site spaces over 1', max: maxRatio }],
  async groupOf(on) {
    const { site: small, pages } = await makeCorpusSite(on)
    const sites = [small, await makeLargeSite(on, small.organization)]
    const page = pageKind(pages[Math.floor(pages.length / 2)] ?? '')
    return {
      title: 'site spaces, one connection',
      columns: sites.map(({ siteSpaces }) => `${siteSpaces} site spaces`),
      comparisons: [
        { name: structureKind.name, workloads: sites.map((site) => workloadOf(structureKind, site)) },
        { name: page.name, workloads: sites.map((site) => workloadOf(page, site)), max: maxRatio },
      ],
      note: 'The structure of the large site has all of its 500 site spaces, in 50 sections, in one answer.',
    }
  },
})

/** A person who lists the sites of an organization. */
interface SiteLister extends Caller {
  organization: string
  /** The cursor of a page in the middle of the list. */
  deep: string
}

const list = (name: string, query: (on: SiteLister) => string): WorkloadKind<SiteLister> => ({
  name: `sites: ${name}`,
  load: (on) => atService(on, 'listSites', `/v1/orgs/${on.organization}/sites?limit=50${query(on)}`),
})

const listKinds = [
  list('50 sites, with `count`', () => ''),
  list('50 sites from the middle', ({ deep }) => `&page=${deep}`),
]
const siteCounts = [100, 10_000]

/** Compares lists of a few sites with lists of many. */
export const siteLists = comparisonPart({
  name: 'lists of 10,000 sites',
  targets: listKinds.map(({ name }) => ({ name, unit: '10,000 sites over 100', max: maxRatio })),
  async groupOf(on) {
    const listers: SiteLister[] = []
    for (const count of siteCounts) listers.push(await makeLister(on, count))
    return {
      title: 'sites of an organization, at sites, one connection',
      columns: siteCounts.map((count) => `${count} sites`),
      comparisons: listKinds.map((kind) => ({
        name: kind.name,
        workloads: listers.map((lister) => workloadOf(kind, lister)),
        max: maxRatio,
      })),
      note: 'All are drafts without a space.',
    }
  },
})

/** Creates the organization and its first site through the interface, and the others in the database of sites, in bulk. */
async function makeLister(on: Measuring, sites: number): Promise<SiteLister> {
  const organization = await createOrganization(on, `${sites} sites`)
  const path = `/v1/orgs/${organization}/sites`
  const id = await create(on, path, { title: 'The first', spaces: [] })
  await withDatabase(on.quire.services.sites.databaseUrl, async (database) => {
    await database.query(insertSites, [id.slice(0, 15), id, sites])
    // Autovacuum would do the same during the measurement.
    await database.query('vacuum (analyze)')
  })
  const deep = await cursorAfter(sites / 2, (query) => expectSuccess(on.send('GET', `${path}?${query}`)))
  return { ...on, organization, deep }
}

/** Copies the first site. $1 start of ids, $2 the first site, $3 number of sites. */
const insertSites = `
  insert into site select made.* from generate_series(1, $3::int - 1) number cross join site model
    cross join lateral jsonb_populate_record(model, jsonb_build_object(
      'id', $1 || 'T' || lpad(number::text, 10, '0'), 'title', 'Site ' || number, 'basename', null)) made
  where model.id = $2`
