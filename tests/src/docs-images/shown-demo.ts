import type { World } from '@quire/world'
import { demoPerson, seedDemo } from '../../../deploy/embedded/src/demo.ts'
import { apiOf } from '../support/api-client.ts'
import { indexed, settled, systemOf } from '../support/system-databases.ts'

const people = [
  ['Grace Hopper', 'grace@example.com', 'review'],
  ['Alan Turing', 'alan@example.com', 'edit'],
  ['Edsger Dijkstra', 'edsger@example.com', 'comment'],
] as const
const seedingMs = 60_000

/** Makes the demo with a few more people, and a change request that waits for a review; returns what is shown of it. */
export async function shownDemo(world: World) {
  const gateway = world.gateways[0] ?? ''
  const api = apiOf(gateway)
  const { token } = await world.person(demoPerson.email, demoPerson.name)
  const { organization: organizationId, space: spaceId } = await seedDemo(
    gateway,
    token,
    AbortSignal.timeout(seedingMs),
  )
  const made = (operation: string, params: object = {}, body?: object, as = token) =>
    api.made(operation, as, { params: { organizationId, ...params }, ...(body && { body }) })
  const invite = (email: string, role: string) => made('inviteUsersToOrganization', {}, { emails: [email], role })
  for (const [name, email, role] of people) {
    const person = await world.person(email, name)
    await invite(email, role)
    // Somebody is a member once they have come.
    await made('getOrganizationById', {}, undefined, person.token)
  }
  await invite('barbara@example.com', 'create')
  await made('createSpace', {}, { title: 'Operations' })
  const { items: sites } = await made('listSites')
  const { id: changeRequestId } = await made('createChangeRequest', { spaceId }, { subject: 'Say who reviews' })
  const params = { spaceId, changeRequestId }
  const { pages } = await made('listPages', { spaceId })
  const page = pages.find(({ title }: { title: string }) => title === 'Getting started').id
  const { markdown } = await api.made('getPageInChangeRequestById', token, {
    params: { ...params, pageId: page },
    query: { format: 'markdown' },
  })
  const changed = `${markdown.replace('in spaces. ', 'in spaces. Take your time. ').trimEnd()}

## Ask a colleague

Whoever knows the subject reviews what you wrote.
`
  const change = { operation: 'update_page', page, document: { markdown: changed } }
  await made('updateChangeRequestContent', params, { changes: [change] })
  await made('updateChangeRequestById', params, { status: 'open' })
  await settled(systemOf(world))
  await indexed(systemOf(world))
  return { organizationId, spaceId, changeRequestId, siteId: sites[0].id as string }
}
