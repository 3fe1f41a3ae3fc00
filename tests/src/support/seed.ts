import type { Person } from '@quire/world'
import { type Api, operationOf } from './api.ts'

/** One of everything in an organization, by the names that paths have for them. */
export type Seeded = Awaited<ReturnType<typeof seed>>

/** An organization of `admin` with one of everything in it. */
export async function seed(api: Api, admin: Person, title: string) {
  const make = (id: string, params: Record<string, string>, body: object) => api.made(id, admin.token, { params, body })
  const { id: organizationId } = await make('createOrganization', {}, { title })
  const { id: userId } = await api.made('getAuthenticatedUser', admin.token)
  const { id: teamId } = await make(
    'createOrganizationTeam',
    { organizationId },
    { title: 'Writers', members: [userId] },
  )
  const { id: collectionId } = await make('createCollection', { organizationId }, { title: 'Guides' })
  const { id: spaceId } = await make('createSpace', { organizationId }, { title: 'Manual' })
  const content = await publish(api, admin, spaceId)
  const { id: changeRequestId } = await make('createChangeRequest', { spaceId }, { subject: 'More' })
  const { id: commentId } = await make(
    'postCommentInSpace',
    { spaceId },
    { body: { markdown: 'Why?' }, page: content.pageId },
  )
  const on = { spaceId, changeRequestId }
  const { id: changeRequestCommentId } = await make('postCommentInChangeRequest', on, { body: { markdown: 'Why?' } })
  const { id: siteId } = await make('createSite', { organizationId }, { title: 'Docs', spaces: [spaceId] })
  const siteSpaces = await api.made('listSiteSpaces', admin.token, { params: { organizationId, siteId } })
  const file = await api.made('getFileById', admin.token, { params: { spaceId, fileId: content.fileId } })
  return {
    organizationId,
    userId,
    teamId,
    collectionId,
    spaceId,
    changeRequestId,
    commentId,
    changeRequestCommentId,
    siteId,
    siteSpaceId: String(siteSpaces.items[0].id),
    token: String(file.downloadURL).split('/').at(-1) ?? '',
    tokenId: 'absent',
    ...content,
  }
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

/** The ids of an operation's path, from what was seeded. */
export function inPath(operationId: string, seeded: Seeded): Record<string, string> {
  const isInChangeRequest = operationOf(operationId).path.includes('{changeRequestId}')
  return { ...seeded, commentId: isInChangeRequest ? seeded.changeRequestCommentId : seeded.commentId }
}
