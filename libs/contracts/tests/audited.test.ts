import { expect, test } from '@jest/globals'
import { ZodObject, type ZodType } from 'zod'
import { allOperations, auditTargets, internalOperations, type Operation, pathParamNames } from '../src/index.ts'

/** Operations that look as if they changed rights, and leave no audit event all the same. */
const unaudited: Record<string, string> = {
  updateOrganizationMemberLastSeenAt: 'notes activity',
  updateUserById: 'people change their own name and picture only',
  generateStorageUploadURL: 'the address takes one file of the caller, and a change of content follows',
  generateSpaceUploadURL: 'the address takes one file of the caller, and a change of content follows',
  uploadFile: 'the address was given to a caller who may upload',
  receiveGitWebhook: 'a signal to look at the repository',
  adsUpdateSite: 'a partner reports the state of advertisements',
  queueIntegrationTask: 'the integration calls itself',
  updateOrganizationAgentInstructions: 'says how answers are written, and not who gets them',
  requestSignInMail: 'lets nobody in: the sign-in that may follow is audited',
  beginOidcSignIn: 'lets nobody in: the sign-in that may follow is audited',
  exchangeProgramGrant: 'lets nobody in: the permission before it is audited',
  useSession: 'notes that a session is in use',
  sendNotificationMail: 'writes a mail about what is audited where it happened',
  stopNotificationMails: 'a setting of the person who has the mail',
  recordAccessKeyChange: 'is itself the record of what a command does',
  giveLinkedGrant: 'part of joinOrganizationWithInvite',
}

const writes = [...allOperations, ...internalOperations].filter(({ method, reads }) => method !== 'GET' && !reads)
const aboutRights =
  /permissions|invites|\/join|\/members|\/teams|tokens|saml|sso|share-links|publish|transfer|restore|installations|signing-secret|hostnames|git\/sync$/

/** True for a write that changes rights, tokens, keys, publication, members or audience, or deletes. */
function isAudited({ method, narrows, secret, access, path }: Operation): boolean {
  if (method === 'DELETE' || narrows || secret || ['public', 'user', 'service'].includes(access.on)) return true
  return ('role' in access && access.role === 'admin') || aboutRights.test(path)
}

test('every write that changes rights, tokens, keys, publication or members, or deletes, is audited', () => {
  const missing = writes.filter((one) => isAudited(one) && !one.audited).map(({ id }) => id)
  expect(missing.sort()).toEqual(Object.keys(unaudited).sort())
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
