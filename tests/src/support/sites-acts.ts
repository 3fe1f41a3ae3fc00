import { type Act, type CreatedThing, pick } from './content-acts.ts'

async function addSite({ client, holdings, tag }: Act) {
  const path = `/orgs/${holdings.organization}/sites`
  const title = `Site ${tag}`.slice(0, 30)
  const site = await client.write<CreatedThing>('POST', path, { title })
  if (!site) return
  holdings.sites.push(site.id)
  client.expectNew(`${path}/${site.id}`, title)
}

async function addToSite({ client, random, holdings }: Act) {
  const [site, space] = [pick(random, holdings.sites), pick(random, holdings.spaces)]
  if (!site || !space || holdings.placed.includes(`${site} ${space}`)) return
  // A space is put on a site once, also if nobody knows whether it was.
  holdings.placed.push(`${site} ${space}`)
  const path = `/orgs/${holdings.organization}/sites/${site}`
  if (!(await client.write('POST', `${path}/site-spaces`, { spaceId: space }))) return
  client.made(`${path}/publish`, `/spaces/${space}`)
  holdings.publishable.push(site)
}

async function addShareLink({ client, random, holdings, tag }: Act) {
  const site = pick(random, holdings.sites)
  if (!site) return
  await client.write('POST', `/orgs/${holdings.organization}/sites/${site}/share-links`, { name: `Link ${tag}` })
}

async function publish({ client, random, holdings }: Act) {
  const site = pick(random, holdings.publishable)
  if (!site) return
  const path = `/orgs/${holdings.organization}/sites/${site}`
  client.dropPromises(`${path}?published`)
  const published = random() < 0.7
  const done = await client.write('POST', `${path}/${published ? 'publish' : 'unpublish'}`)
  if (done) client.expect(`${path}?published`, `"published":${published}`)
}

/** Acts that are more frequent are listed more often. */
export const sitesActs = [addSite, addToSite, addToSite, addShareLink, publish]
