import { redirectUri } from '../support/mcp-program.ts'
import { challengeOf } from '../support/program-calls.ts'
import type { ConsoleUsers } from './console-users.ts'

/** Makes changes to look at in the space of the users, and a space without pages. */
export async function seedReviews({ made, spaceId, grace }: ConsoleUsers) {
  const { pages } = await made('listPages', { spaceId })
  const [page, other] = pages.map(({ id }: { id: string }) => id)
  const changed = async (subject: string, changes: object[]) => {
    const { id: changeRequestId } = await made('createChangeRequest', { spaceId }, { subject })
    await made('updateChangeRequestContent', { spaceId, changeRequestId }, { changes })
    return changeRequestId as string
  }
  const insert = { operation: 'insert_page', title: 'Bearings', document: { markdown: 'They turn.\n' } }
  const update = (markdown: string) => ({ operation: 'update_page', page, document: { markdown } })
  const before = await made('getSpaceById', { spaceId })
  const merged = await changed('Say which oil', [update('## Oiling\n\nOil the spring with fine oil every week.\n')])
  await made('mergeChangeRequest', { spaceId, changeRequestId: merged })
  const after = await made('getSpaceById', { spaceId })
  const opened = await changed('Bearings, and more care', [
    insert,
    update('## Oiling\n\nOil the spring with fine oil every day.\n\n- [ ] Wipe it dry.\n'),
    { operation: 'delete_page', page: other },
  ])
  await discuss(made, { spaceId, changeRequestId: opened }, page, grace)
  const { id: space } = await made('createSpace', {}, { title: 'Nothing yet' })
  const { revision } = await made('getSpaceById', { spaceId: space })
  const { id: changeRequest } = await made('createChangeRequest', { spaceId: space }, {})
  const revisions = { before: before.revision as string, after: after.revision as string }
  return { page, opened, merged, revisions, empty: { space, revision, changeRequest } }
}

/** Opens a change request, asks a reviewer, and says something about it and about a page. */
async function discuss(
  made: ConsoleUsers['made'],
  params: { spaceId: string; changeRequestId: string },
  page: string,
  reviewer: string,
) {
  await made('updateChangeRequestById', params, { status: 'open' })
  await made('requestReviewersForChangeRequest', params, { users: [reviewer] })
  const body = (markdown: string) => ({ body: { markdown } })
  await made('postCommentInChangeRequest', params, { ...body('Is **daily** too often?'), page })
  const { id: commentId } = await made('postCommentInChangeRequest', params, body('A good idea.'))
  await made('postCommentReplyInChangeRequest', { ...params, commentId }, body('Thank you!'))
}

/** Makes what administrators look after: people, imports, specifications, sign-on, and a site that members read. */
export async function seedAdministration({ made, post, spaceId, grace }: ConsoleUsers, archive: string) {
  const { id: collection } = await made('createCollection', {}, { title: 'Guides' })
  const { id: team } = await made('createOrganizationTeam', {}, { title: 'Writers', members: [grace] })
  await made('createOpenAPISpec', {}, { slug: 'payments', source: { text: JSON.stringify(payments) } })
  await made('createOrganizationSAMLProvider', {}, { label: 'Okta' })
  await made('createAccessToken', {}, { name: 'release script' })
  const { id: imported } = await made('createSpace', {}, { title: 'Machines' })
  await made('importContent', { spaceId: imported }, { source: 'zip', url: archive })
  const [run] = (await made('listImportRuns')).items
  const { id: deleted } = await made('createSpace', {}, { title: 'Phoenix' })
  await made('deleteSpaceById', { spaceId: deleted })
  const { id: site } = await made('createSite', {}, { title: 'Acme docs', visibility: 'members', spaces: [spaceId] })
  const { urls } = await made('publishSite', { siteId: site })
  await made('createSiteRedirect', { siteId: site }, redirect)
  const program = await programAt(post, urls.published)
  return { collection, team, member: grace, run: run.id as string, site, program }
}

const payments = {
  openapi: '3.1.0',
  info: { title: 'Payments', version: '1' },
  paths: { '/refunds': { get: { summary: 'List refunds', responses: { 200: { description: 'All of them' } } } } },
}
const redirect = { source: '/shop', destination: { kind: 'external', url: 'https://shop.example.com/' } }

/** Registers a program that wants to read a site; returns the parameters with which it sends a person to the console. */
export async function programAt(post: ConsoleUsers['post'], site: string): Promise<URLSearchParams> {
  const body = { client_name: 'Helper', redirect_uris: [redirectUri], application_type: 'native' }
  const { client_id } = await post('/v1/oauth/clients', body)
  return new URLSearchParams({
    ...{ client_id, redirect_uri: redirectUri, response_type: 'code', resource: `${site}/-/mcp` },
    ...{ code_challenge: challengeOf('of a picture'), code_challenge_method: 'S256' },
  })
}
