import { collection, elsewhere, type FieldCase, newOrganization, type Reply } from './field-case.ts'

const thumb = ['1f44d']
const description: FieldCase = {
  value: ({ made }) => made('getPageById', {}, {}).then(({ document }) => document),
}

const reactions = (id: string): Record<string, FieldCase> => ({
  [`${id} addedReactions`]: {
    value: () => thumb,
    presented: ({ reactions }) => reactions.map((one: Reply) => one.emoji),
  },
  [`${id} removedReactions`]: {
    value: () => thumb,
    presented: ({ reactions }) => (reactions.length === 0 ? thumb : reactions),
  },
})

const comment = (id: string): Record<string, FieldCase> => ({
  [`postCommentIn${id} node`]: elsewhere('target', 'node', 'id'),
  [`postCommentIn${id} page`]: { value: ({ seeded }) => seeded.pageId, ...elsewhere('target', 'page', 'id') },
  [`postCommentIn${id} tableCell`]: elsewhere('target', 'tableCell'),
  [`updateCommentIn${id} resolved`]: { presented: ({ status }) => status === 'resolved' },
  ...reactions(`updateCommentIn${id}`),
  ...reactions(`updateCommentReplyIn${id}`),
})

/** The body that is sent names a source that is not read yet; tests of imports have the field. */
const unread = (...ids: string[]): Record<string, FieldCase> =>
  Object.fromEntries(ids.map((id) => [`${id} skipUnusedFiles`, { refused: [400, 'the source is not read yet'] }]))

const gitFields = [
  'repoCacheID',
  'repoTreeURL',
  'repoCommitURL',
  'repoProjectDirectory',
  'timestamp',
  'force',
  'gitInfo',
]
const onGit = (id: string, ...more: string[]): Record<string, FieldCase> =>
  Object.fromEntries([...gitFields, ...more].map((field) => [`${id} ${field}`, { unseen: 'the reply is empty' }]))

const placed = (kind: 'Space' | 'Collection'): Record<string, FieldCase> => ({
  [`create${kind} parent`]: { value: collection },
  [`move${kind} parent`]: {
    value: async ({ fresh }) => (await fresh('collection')).collectionId,
    params: async ({ made, seeded }) => {
      const { id } = await made(`create${kind}`, {}, { parent: seeded.collectionId })
      return { [`${kind.toLowerCase()}Id`]: id }
    },
  },
  [`move${kind} position`]: {
    value: ({ seeded: { spaceId: space } }) => ({ before: { type: 'space', space } }),
    unseen: 'only the lists of a place show its order',
  },
  [`transfer${kind} organization`]: { value: ({ createOrganization }) => createOrganization() },
  [`transfer${kind} collection`]: {
    value: async ({ made, createOrganization }) =>
      (await made('createCollection', { organizationId: await createOrganization() }, {})).id,
    ...elsewhere('parent'),
  },
  [`inviteTo${kind} users`]: { value: ({ seeded }) => [seeded.userId] },
  [`inviteTo${kind} teams`]: { value: ({ seeded }) => [seeded.teamId] },
})

/** Special cases of spaces, collections and their content. */
export const contentFields: Record<string, FieldCase> = {
  'announcePageEditing active': { unseen: 'the reply is who else edits the page' },
  'updatePersonalSpace favorite': { unseen: 'the reply is empty' },
  'updatePersonalSpace opened': { unseen: 'the reply is empty' },
  'markNotificationsAsRead ids': { unseen: 'the reply counts what is unread' },
  'markNotificationsAsRead upTo': { unseen: 'the reply counts what is unread' },
  'generateSpaceUploadURL kind': { unseen: 'the reply is the address' },
  'createTranslation instructions': { params: newOrganization, refused: [409, 'no model translates here'] },
  'createChangeRequest agentTaskId': { unseen: 'it is kept, and no reply has it' },
  'updateChangeRequestById description': description,
  'updateChangeRequestById status': { value: () => 'open' },
  'requestReviewersForChangeRequest subject': { unseen: 'the reply is those who were asked' },
  'requestReviewersForChangeRequest description': { ...description, unseen: 'the reply is those who were asked' },
  'mergeChangeRequest revision': { refused: [409, 'it is none of this change request'] },
  'submitChangeRequestReview comment': elsewhere('comment', 'body'),
  'submitChangeRequestReview revision': {
    value: ({ made }) => made('getChangeRequestById', {}, {}).then(({ revision }) => revision),
  },
  ...unread(
    'importContent',
    'importContentInPageById',
    'importContentInChangeRequest',
    'importContentInChangeRequestPageById',
  ),
  ...onGit('importGitRepository', 'standalone'),
  ...onGit('exportToGitRepository'),
  'setSpaceGitSync webhookSecret': elsewhere('webhook', 'secret'),
  ...comment('Space'),
  ...comment('ChangeRequest'),
  ...placed('Space'),
  ...placed('Collection'),
  'createSpace template': { value: () => ({ id: 'handbook' }), unseen: 'its pages show it' },
  // Other cases may leave the seeded space locked.
  'applyTemplateToSpace params': { also: ({ seeded }) => ({ changeRequestId: seeded.changeRequestId }) },
  'applyTemplateToSpace changeRequestId': { value: ({ seeded }) => seeded.changeRequestId },
  'updateSpaceById emoji': { presented: ({ emoji }) => emoji || null },
  'updateSpaceById icon': elsewhere('urls', 'icon'),
  'updateSpaceById mergeRules': { unseen: 'merging needs no more here than the role for it' },
}
