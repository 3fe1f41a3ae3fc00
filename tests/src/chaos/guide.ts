import type { Processes } from '../support/processes.ts'
import { castOf, sent } from './cast.ts'

/** A published site with one page, by the paths at which its parts are read. */
export interface Guide {
  token: string
  spacePath: string
  sitePath: string
  pagePath: string
}

/** Makes an organization with a space of one page, and a public site of it. */
export async function makeGuide(system: Processes): Promise<Guide> {
  const { passing } = await castOf(system)
  const { token } = passing
  const make = (path: string, body?: object, method = 'POST') => sent(system, token, method, path, body)
  const organization = await make('/orgs', { title: 'Replaced' })
  const space = await make(`/orgs/${organization.id}/spaces`, { title: 'Guide' })
  const { id: changeRequest } = await make(`/spaces/${space.id}/change-requests`, {})
  const changes = [{ operation: 'insert_page', title: 'Start', document: { markdown: 'Begin here.' } }]
  await make(`/spaces/${space.id}/change-requests/${changeRequest}/content?compat=false`, { changes })
  await make(`/spaces/${space.id}/change-requests/${changeRequest}/merge`, {})
  const site = await make(`/orgs/${organization.id}/sites`, { spaces: [space.id], title: 'Docs' })
  const sitePath = `/orgs/${organization.id}/sites/${site.id}`
  await make(sitePath, { visibility: 'public' }, 'PATCH')
  await make(`${sitePath}/publish`)
  return { token, spacePath: `/v1/spaces/${space.id}`, sitePath: `/v1${sitePath}`, pagePath: `/sites/${site.id}/start` }
}
