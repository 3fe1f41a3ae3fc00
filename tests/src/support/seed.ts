import { readFileSync } from 'node:fs'
import type { Person, World } from '@quire/world'
import { type Api, operationOf } from './api-client.ts'
import { seedConversation } from './conversations.ts'
import { uploadFont } from './font-uploads.ts'
import { operatorToken } from './operator.ts'
import { seedSpec } from './petstore.ts'

/** One of everything in an organization, by the names that paths have for them. */
export type SeededOrganization = Awaited<ReturnType<typeof seed>>

/** The certificate of a provider whose key nobody has: a sign-in can start there, but never succeed. */
const certificate = readFileSync(new URL('../../fixtures/saml-certificate.pem', import.meta.url), 'utf8')

/** The settings of a SAML provider through which one can sign in. */
export const samlSettings = (name: string) => ({
  label: name,
  entityID: `https://${name}.example.com/metadata`,
  ssoURL: `https://${name}.example.com/sso`,
  certificate,
})

/** The schema of the claims of a site's visitors. */
export const adaptiveSchema = {
  type: 'object',
  properties: {
    plan: { type: 'string', description: 'What they pay for.', enum: ['free', 'pro'] },
    unsigned: { type: 'object', properties: { beta: { type: 'boolean' } }, additionalProperties: false },
  },
  additionalProperties: false,
}

type Make = (id: string, params: Record<string, string>, body: object) => ReturnType<Api['made']>

/**
 * An organization of `admin` with one of everything in it; its hostname is its title in small letters. Things that only
 * an import creates exist if the address of an archive is given, and an OpenAPI specification exists if there is a world to
 * wait for it.
 */
export async function seed(api: Api, admin: Person, title: string, archive?: string, world?: World) {
  const make: Make = (id, params, body) => api.made(id, admin.token, { params, body })
  const { id: userId } = await api.made('getAuthenticatedUser', admin.token)
  const organization = await found(make, userId, title)
  const { organizationId } = organization
  const { id: collectionId } = await make('createCollection', { organizationId }, { title: 'Guides' })
  const { id: spaceId } = await make('createSpace', { organizationId }, { title: 'Manual' })
  const content = await publish(api, admin, spaceId)
  const reading = await readable(api, admin, { organizationId, spaceId, pageId: content.pageId }, archive)
  const discussion = await discuss(make, spaceId, content.pageId)
  const site = await makeSite(make, organizationId, spaceId)
  await make('updateSiteAdaptiveSchema', { organizationId, siteId: site.siteId }, { jsonSchema: adaptiveSchema })
  const server = { name: 'Tools', url: 'https://mcp.example.com/' }
  const { id: siteMcpServerId } = await make('createSiteMcpServer', { organizationId, siteId: site.siteId }, server)
  const integration = await publishAndInstall(make, { organizationId, spaceId, siteId: site.siteId }, title)
  const { items: events } = await api.made('listIntegrationEvents', admin.token, { params: integration })
  const file = await api.made('getFileById', admin.token, { params: { spaceId, fileId: content.fileId } })
  const { items: audited } = await api.made('listOrganizationAuditEvents', admin.token, { params: { organizationId } })
  return {
    auditEventId: String(audited[0].id),
    ...organization,
    userId,
    collectionId,
    spaceId,
    ...discussion,
    ...site,
    siteMcpServerId,
    ...integration,
    eventId: String(events.at(-1)?.id),
    token: lastOf(file.downloadURL),
    pdfToken: lastOf((await api.made('getSpacePDF', admin.token, { params: { spaceId } })).url),
    tokenId: 'absent',
    sessionId: 'absent',
    programId: 'absent',
    operatorToken: world ? await operatorToken(world) : 'absent',
    scimToken: String((await make('createScimToken', { organizationId }, { name: 'Directory' })).token),
    ...(await seedSpec(api, admin.token, organizationId, world)),
    responseId: await askedSite(api, admin.token, { organizationId, siteId: site.siteId }),
    ...(await seedConversation(api, admin.token, organizationId, world)),
    uploadToken: await uploadAddress(make, organization.organizationId),
    ...(await makeFont(api, admin, organizationId)),
    ...(await makeGlossary(api, admin, organizationId)),
    // No model translates here.
    translationId: 'absent',
    ...content,
    ...reading,
  }
}

/** The manifest of an integration that takes a configuration and has a block. */
export const manifest = (organization: string) => ({
  organization,
  title: 'Tools',
  description: 'Tools of an organization.',
  endpoint: 'https://tools.example.com/hook',
  scopes: ['space:content:read'],
  blocks: [{ id: 'chart', title: 'Chart' }],
  configurations: { account: { properties: { channel: { type: 'string' } } } },
})

/** An integration that only its organization sees, installed on it, on a space and on a site. */
async function publishAndInstall(
  make: Make,
  { organizationId, spaceId, siteId }: { organizationId: string; spaceId: string; siteId: string },
  title: string,
) {
  const integrationName = `${title.toLowerCase()}-tools`
  await make('publishIntegration', { integrationName }, manifest(organizationId))
  const { id } = await make('installIntegration', { integrationName }, { organization: organizationId })
  const params = { integrationName, installationId: String(id) }
  await make('installIntegrationOnSpace', params, { space: spaceId })
  await make('installIntegrationOnSite', params, { siteId })
  return params
}

/** The id of a response that the site has given to the administrator. */
async function askedSite(api: Api, token: string, params: Record<string, string>) {
  const body = { input: [{ role: 'user', content: 'How do I turn the crank?' }] }
  const events = await api.made('streamAIResponseInSite', token, { params, body })
  return /"responseId":"(\w+)"/.exec(String(events))?.[1] ?? 'absent'
}

/** The last part of an address: what a download is named by. */
const lastOf = (address: unknown) => String(address).split('/').at(-1) ?? ''

/** An organization, and identity's things in it. */
async function found(make: Make, userId: string, title: string) {
  const { id: organizationId } = await make('createOrganization', {}, { title })
  const params = { organizationId }
  const subdomain = title.toLowerCase()
  await make('updateOrganizationById', params, { hostname: subdomain })
  const email = `pending@${subdomain}.example`
  await make('inviteUsersToOrganization', params, { emails: [email] })
  const { id: inviteId } = await make('createOrganizationInvite', params, { role: 'read' })
  const { id: samlProviderId } = await make('createOrganizationSAMLProvider', params, samlSettings('okta'))
  const { id: teamId } = await make('createOrganizationTeam', params, { title: 'Writers', members: [userId] })
  return { organizationId, subdomain, emailDomain: 'example.com', email, inviteId, samlProviderId, teamId }
}

/** A possible destination of a redirect. */
export const toSection = (id: unknown) => ({ kind: 'site-section', siteSectionId: String(id) })

/** A site with one section, which holds the space and lies in a group. */
async function makeSite(make: Make, organizationId: string, spaceId: string) {
  const { id: siteId } = await make('createSite', { organizationId }, { title: 'Docs' })
  const params = { organizationId, siteId }
  const section = await make('addSectionToSite', params, { spaceId })
  const group = await make('addSectionGroupToSite', params, { title: 'Product', sections: [section.id] })
  const link = await make('createSiteShareLink', params, { name: 'Partners' })
  const hostname = `docs.${String(siteId).toLowerCase()}.io`
  await make('updateSiteById', params, { hostname })
  const redirect = await make('createSiteRedirect', params, { source: '/old', destination: toSection(section.id) })
  return {
    siteId,
    siteSpaceId: String(section.siteSpaces[0].id),
    siteSectionId: String(section.id),
    siteSectionGroupId: String(group.id),
    shareLinkId: String(link.id),
    siteRedirectId: String(redirect.id),
    hostname,
  }
}

/** A change request with a review, and a comment on it and on the page, each with a reply. */
async function discuss(make: Make, spaceId: string, page: string) {
  const { id: changeRequestId } = await make('createChangeRequest', { spaceId }, { subject: 'More' })
  const body = { markdown: 'Why?' }
  const { id: commentId } = await make('postCommentInSpace', { spaceId }, { body, page })
  const on = { spaceId, changeRequestId }
  const { id: changeRequestCommentId } = await make('postCommentInChangeRequest', on, { body })
  const { id: commentReplyId } = await make('postCommentReplyInSpace', { spaceId, commentId }, { body })
  const onComment = { ...on, commentId: changeRequestCommentId }
  const { id: changeRequestReplyId } = await make('postCommentReplyInChangeRequest', onComment, { body })
  const { id: reviewId } = await make('submitChangeRequestReview', on, { status: 'approved' })
  return { changeRequestId, commentId, changeRequestCommentId, commentReplyId, changeRequestReplyId, reviewId }
}

/** A page and a file on the live content of a space. */
async function publish(api: Api, admin: Person, spaceId: string) {
  const { id } = await api.made('createChangeRequest', admin.token, { params: { spaceId }, body: {} })
  const params = { spaceId, changeRequestId: id }
  const changes = [
    { operation: 'insert_page', title: 'Engines', document: { markdown: '## Turning\n\nTurn the crank.' } },
    { operation: 'insert_files', files: [{ name: 'dot.txt', base64: Buffer.from('dot').toString('base64') }] },
  ]
  const done = await api.made('updateChangeRequestContent', admin.token, {
    params,
    query: { compat: 'false' },
    body: { changes },
  })
  await api.made('mergeChangeRequest', admin.token, { params })
  return { pageId: String(done.changes[0].page.id), pagePath: 'engines', fileId: String(done.insertedFiles[0].id) }
}

/** The last part of an address that takes the file `notes`. */
async function uploadAddress(make: Make, organizationId: string) {
  const file = { name: 'notes.md', type: 'text/markdown', size: 5 }
  const { url } = await make('generateStorageUploadURL', { organizationId }, { file, kind: 'import_file' })
  return String(url).split('/').at(-1) ?? ''
}

/** A custom font, and the key of the file that it was made of. */
async function makeFont(api: Api, { token }: Person, organizationId: string) {
  const fontKey = await uploadFont(api, token, organizationId)
  const body = { fontFamily: 'Own', fontFaces: [{ weight: 400, storageKey: fontKey }] }
  const { id: fontId } = await api.made('createCustomFont', token, { params: { organizationId }, body })
  return { fontId: String(fontId), fontKey }
}

/** A glossary with one entry. */
async function makeGlossary(api: Api, { token }: Person, organizationId: string) {
  const params = { organizationId }
  const operations = [{ type: 'insert', translations: { en: 'crank', de: 'Kurbel' } }]
  await api.made('updateGlossaryEntries', token, { params, body: { operations } })
  const { items } = await api.made('listGlossaryEntries', token, { params })
  return { glossaryEntryId: String(items[0].id) }
}

/** Things in the live content besides pages and files. */
async function readable(
  api: Api,
  { token }: Person,
  params: { organizationId: string; spaceId: string; pageId: string },
  url?: string,
) {
  if (url) await api.made('importContent', token, { params, body: { source: 'zip', url } })
  const { id: revisionId, reusableContents } = await api.made('getCurrentRevision', token, { params })
  const { items: runs } = await api.made('listImportRuns', token, { params })
  const { documentId } = await api.made('getPageById', token, { params })
  return {
    revisionId,
    documentId,
    reusableContentId: reusableContents[0]?.id ?? 'absent',
    importRunId: runs[0]?.id ?? 'absent',
  }
}

/** The ids of an operation's path, from what was seeded. */
export function inPath(operationId: string, seeded: SeededOrganization): Record<string, string> {
  if (!operationOf(operationId).path.includes('{changeRequestId}')) return { ...seeded }
  return { ...seeded, commentId: seeded.changeRequestCommentId, commentReplyId: seeded.changeRequestReplyId }
}
