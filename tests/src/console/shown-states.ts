import type { gitServer } from '@quire/world/git-server'
import { apiOf } from '../support/api-client.ts'
import type { ConsoleUsers } from './console-users.ts'
import { makeConflict } from './disputed-page.ts'

/** A host of a site, which DNS knows nothing of. */
export const hostname = 'docs.acme.example'

/** Makes what screens show in states of their own: comments, conflicts, invitations, audiences, records, and a repository. */
export async function seedStates(users: ConsoleUsers, git: Awaited<ReturnType<typeof gitServer>>, page: string) {
  const { made, spaceId, world } = users
  const { token } = await world.person('grace@example.com', 'Grace')
  const asGrace = (operation: string, params: Record<string, string>, body?: object) =>
    apiOf(world.gateways[0] ?? '').made(operation, token, { params, ...(body && { body }) })
  const { id: ada } = await made('getAuthenticatedUser')
  const { id: commentId } = await asGrace('postCommentInSpace', { spaceId }, { page, ...said('Which way round?') })
  await made('postCommentReplyInSpace', { spaceId, commentId }, said('To the **right**.'))
  await asGrace('postCommentReplyInSpace', { spaceId, commentId }, said(`Thank you, [Ada](/users/${ada})!`))
  const other = (await asGrace('createOrganization', {}, { title: 'Mills' })).id
  const invite = await asGrace('createOrganizationInvite', { organizationId: other }, { role: 'read' })
  const { id: blank } = await made('createOrganization', {}, { title: 'Blank' })
  const sites = {
    records: await publish(users, 'Handbook at its host', { hostname }),
    visitors: await publish(users, 'Handbook for customers', { visibility: 'visitor-auth' }),
  }
  const disputed = await makeConflict(users)
  return {
    join: `/o/${other}/join/${invite.id}`,
    blank: blank as string,
    sites,
    conflict: `/s/${disputed.spaceId}/changes/${disputed.changeRequestId}`,
    synchronized: await synchronize(made, git),
  }
}

const said = (markdown: string) => ({ body: { markdown } })

async function publish({ made, spaceId }: ConsoleUsers, title: string, settings: object): Promise<string> {
  const { id: siteId } = await made('createSite', {}, { title, spaces: [spaceId] })
  await made('updateSiteById', { siteId }, settings)
  await made('publishSite', { siteId })
  return siteId
}

/** Makes a space that follows a repository; returns its id. */
async function synchronize(made: ConsoleUsers['made'], git: Awaited<ReturnType<typeof gitServer>>): Promise<string> {
  const repository = await git.repository()
  await repository.commit({ 'README.md': '# Engines\n\nThey turn.\n' }, { message: 'Describe engines' })
  const { id: spaceId } = await made('createSpace', {}, { title: 'Engines' })
  const settings = { url: repository.url, ref: 'main', host: 'other', direction: 'import', pollMinutes: 1440 }
  await made('setSpaceGitSync', { spaceId }, settings)
  return spaceId
}
