import type { World } from '@quire/world'
import { apiOf } from '../support/api-client.ts'
import { serveFile } from '../support/file-server.ts'
import { settled, systemOf } from '../support/system-databases.ts'
import { crawlSite, type SiteFigures } from './crawl-site.ts'
import { unresolvedPictures } from './pictures-of-source.ts'

/** An imported source and the site that it became. */
export interface Fidelity extends SiteFigures {
  /** Pictures that pages name and the source itself does not have, each with its page; they are not missing here. */
  absentPictures: string[]
  /** Files that could not be imported, and parts that were left out, changed or not understood. */
  problems: string[]
}

/** An address that imports may read, for `OUTBOUND_ALLOW`. */
export const servedArchive = async (bytes: Buffer) => ({ ...(await serveFile(bytes, 'source.zip')), bytes })

type Source = Awaited<ReturnType<typeof servedArchive>>

/** Imports a served archive into a space of its own, publishes it as a site, and reads the site as a visitor. */
export async function fidelityOf(world: World, source: Source, title: string): Promise<Fidelity> {
  const [gateway = ''] = world.gateways
  const api = apiOf(gateway)
  const { token } = await world.person('reader@example.com', 'Reader')
  const { id: organizationId } = await api.made('createOrganization', token, { body: { title } })
  const params = { organizationId }
  const { id: spaceId } = await api.made('createSpace', token, { params, body: { title } })
  await api.made('importContent', token, { params: { spaceId }, body: { source: 'zip', url: source.url } })
  const { items } = await api.made('listImportRuns', token, { params })
  const run = await api.made('getImportRun', token, { params: { ...params, importRunId: items[0].id } })
  const { id: siteId } = await api.made('createSite', token, { params, body: { title, spaces: [spaceId] } })
  const { urls } = await api.made('publishSite', token, { params: { ...params, siteId } })
  await settled(systemOf(world))
  const { origin: publicUrl, pathname: site } = new URL(urls.published)
  const failures = run.failures.map(({ path, problem }: { path: string; problem: string }) => `${path}: ${problem}`)
  const figures = await crawlSite({ fetch: (path) => visit(gateway, publicUrl, path), site, publicUrl })
  const { lost, absent } = await unresolvedPictures({ api, token, spaceId }, source.bytes)
  const missingPictures = [...figures.missingPictures, ...lost]
  return { ...figures, missingPictures, absentPictures: absent, problems: [...failures, ...run.problems] }
}

/** Follows redirects by the public address, which is not the gateway's own. */
async function visit(gateway: string, publicUrl: string, path: string): Promise<Response> {
  for (let at = path, hops = 0; ; hops += 1) {
    const answer = await fetch(gateway + at, { redirect: 'manual' })
    const location = answer.headers.get('location')
    if (location === null || hops === 5) return answer
    const url = new URL(location, publicUrl + at)
    at = url.pathname + url.search
  }
}
