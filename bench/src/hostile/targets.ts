import { z } from 'zod'
import { create, createOrganization, importSpace } from '../data/pages.ts'
import { expectSuccess } from '../load/client.ts'
import type { Measuring } from '../part.ts'
import { attacksOn } from './attacks.ts'
import type { Acts } from './bystander.ts'

type On = Pick<Measuring, 'send' | 'archives'>

/** Enough pages for an answer of some megabytes, within the time of the suite. */
const largePages = 4000
const conditionalPages = 3000
const pagesWithTexts = 50

/** Makes what a bystander reads: a site of their own organization, its space, and what can be asked of it. */
export async function bystanderActs(on: On): Promise<Acts> {
  const organization = await createOrganization(on, 'Bystanders')
  const { id: space, leaf } = await importSpace(on, organization, '100')
  const site = await publishedSite(on, organization, { space, basename: 'bystander' })
  let number = 0
  return {
    'a page of a site': (send) => send('GET', site),
    'a page of a site, rendered': (send) => send('GET', `${site}/-/search?q=page&n=${number++}`),
    'a page of a space': (send) => send('GET', `/v1/spaces/${space}/content/page/${leaf.id}`),
    'a list of sites': (send) => send('GET', `/v1/orgs/${organization}/sites`),
    'a search': (send) => send('GET', `/v1/orgs/${organization}/search?query=page`),
    'a question': (send) => send('POST', `/v1/orgs/${organization}/ask`, { query: 'What is on page 7?' }),
  }
}

/** Makes what is attacked, and returns the attacks. */
export async function makeAttacks(on: On, token: string) {
  const organization = await createOrganization(on, 'Attackers')
  const conditional = await importSpace(on, organization, `${conditionalPages}-conditional`)
  const texts = await importSpace(on, organization, `${pagesWithTexts}-conditional`)
  const large = await importSpace(on, organization, `${largePages}`)
  return attacksOn({
    conditional: await publishedSite(on, organization, { space: conditional.id, basename: 'conditional' }),
    texts: await publishedSite(on, organization, { space: texts.id, basename: 'texts' }),
    large: await publishedSite(on, organization, { space: large.id, basename: 'large' }),
    space: large.id,
    token,
  })
}

const object = { type: 'object', additionalProperties: false }
const jsonSchema = {
  ...object,
  properties: { unsigned: { ...object, properties: { a: { type: 'string' } } } },
}

/** Returns the path of a public site whose visitors may claim `a`. */
async function publishedSite(on: On, organization: string, { space, basename }: { space: string; basename: string }) {
  const sites = `/v1/orgs/${organization}/sites`
  const id = await create(on, sites, { title: basename, spaces: [space] })
  await expectSuccess(on.send('PATCH', `${sites}/${id}`, { basename, visibility: 'public' }))
  await expectSuccess(on.send('PUT', `${sites}/${id}/adaptive-schema`, { jsonSchema }))
  await expectSuccess(on.send('POST', `${sites}/${id}/publish`))
  const Site = z.object({ basename: z.string() })
  return `/sites/${Site.parse(await expectSuccess(on.send('GET', `${sites}/${id}`))).basename}`
}
