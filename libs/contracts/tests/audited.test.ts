import { expect, test } from '@jest/globals'
import { ZodObject, type ZodType } from 'zod'
import { allOperations, auditTargets, internalOperations, pathParamNames } from '../src/index.ts'

/** Writes that leave no audit event, by the reason of that. A write that is in none of these lists is audited. */
const unaudited: Record<string, readonly string[]> = {
  'drafts: what is in a change request goes live when that is merged, which is audited': [
    'createChangeRequest',
    'updateChangeRequestById',
    'updateChangeRequestContent',
    'updateChangeRequest',
    'importContentInChangeRequest',
    'importContentInChangeRequestPageById',
    'announcePageEditing',
    'submitChangeRequestReview',
    'requestReviewersForChangeRequest',
  ],
  'a word in a discussion, which shows its author': [
    'postCommentInSpace',
    'updateCommentInSpace',
    'postCommentInChangeRequest',
    'updateCommentInChangeRequest',
    'postCommentReplyInSpace',
    'updateCommentReplyInSpace',
    'postCommentReplyInChangeRequest',
    'updateCommentReplyInChangeRequest',
  ],
  'changes no content here': ['exportToGitRepository', 'cancelImportRun', 'replayIntegrationEvent'],
  'a signal to look at the repository: what that brings is audited as what the synchronization does': [
    'receiveGitWebhook',
  ],
  'adds a source of content, and who reads it is audited': ['createOpenAPISpec', 'createOrUpdateOpenAPISpecBySlug'],
  'says how texts are translated, and runs nothing': ['updateTranslation'],
  'the address takes one file of the caller, and a change of content follows': [
    'generateStorageUploadURL',
    'generateSpaceUploadURL',
    'uploadFile',
  ],
  'people change their own things only': [
    'updateUserById',
    'updatePersonalSpace',
    'markNotificationsAsRead',
    'updateNotificationSettings',
    'stopNotificationMails',
  ],
  'the look and the arrangement of a site, neither what it shows nor to whom': [
    'updateSiteCustomizationById',
    'overrideSiteSpaceCustomizationById',
    'createCustomFont',
    'updateCustomFont',
    'putSiteFile',
    'moveSiteSpace',
    'moveSiteSection',
    'addSectionGroupToSite',
    'updateSiteSectionGroupById',
    'moveSiteSectionGroup',
    'addSectionToGroup',
    'sortSiteStructure',
  ],
  'leads visitors of one address to another, and removes nothing': [
    'createSiteRedirect',
    'bulkUpsertSiteRedirects',
    'updateSiteRedirectById',
  ],
  'submits a site to a partner, or reports what that decided': ['updateSiteAdsById', 'adsUpdateSite'],
  'says how answers are written, and not who gets them': ['updateOrganizationAgentInstructions', 'updateAgentTask'],
  'keeps what somebody else wrote': ['ingestConversation'],
  'the integration calls itself': ['queueIntegrationTask'],
  'notes activity': ['updateOrganizationMemberLastSeenAt', 'useSession'],
  'lets nobody in: the sign-in that may follow, or the permission before it, is audited': [
    'requestSignInMail',
    'beginOidcSignIn',
    'exchangeProgramGrant',
  ],
  'writes a mail about what is audited where it happened': ['sendNotificationMail'],
  'is itself the record of what a command does': ['recordAccessKeyChange'],
  'part of joinOrganizationWithInvite': ['giveLinkedGrant'],
}

const writes = [...allOperations, ...internalOperations].filter(({ method, reads }) => method !== 'GET' && !reads)

test('every write is audited, or has a reason not to be', () => {
  const missing = writes.filter(({ audited }) => !audited).map(({ id }) => id)
  expect(missing.toSorted()).toEqual(Object.values(unaudited).flat().toSorted())
})

test('only writes are audited', () => {
  const known = new Set(writes.map(({ id }) => id))
  expect(allOperations.filter(({ id, audited }) => audited && !known.has(id))).toEqual([])
})

const namesOf = (schema: ZodType | undefined): string[] => {
  if (schema instanceof ZodObject) return Object.keys(schema.shape)
  const { options, in: input } = (schema?.def ?? {}) as { options?: ZodType[]; in?: ZodType }
  return [...(options ?? []), ...(input ? [input] : [])].flatMap(namesOf)
}

const audited = writes.flatMap((one) => (one.audited ? [{ ...one, audited: one.audited }] : []))

test.each(audited.map((one) => [one.id, one] as const))('the audit event of %s is made of its input', (_, one) => {
  const { id, params = [], fields = [], target, secretId } = one.audited
  expect(auditTargets).toContain(target)
  const inPath = pathParamNames(one.path)
  for (const name of [...params, ...(id === undefined || id === 'reply' ? [] : [id])]) expect(inPath).toContain(name)
  for (const name of fields) expect(namesOf(one.body)).toContain(name)
  // The id of an invite link lets its holder in.
  expect(secretId ?? false).toBe(target === 'invite' && id !== undefined)
  expect(
    [...params, ...fields].filter((name) =>
      /secret|password|token|key|credential|certificate|headers|url|inviteId|email$/i.test(name),
    ),
  ).toEqual([])
})
