import type { passkeyOperations } from '@quire/contracts'
import { conflict, created, type Input, newId, unauthorized } from '@quire/kit'
import { organizationsComeTo } from '../audit/store-events.ts'
import type { Context } from '../context.ts'
import { deviceOf } from '../sessions/device.ts'
import { lockAccount, requireLiveToken } from '../users/enabled-account.ts'
import { requireUser } from '../users/users.rules.ts'
import { newChallenge, useChallenge } from './challenges.ts'
import { requireOwnSession } from './own-session.ts'
import { mailAboutPasskey } from './passkey-mails.ts'
import { type PasskeyNeeds, presentPasskey, requireRoom } from './passkeys.rules.ts'
import { relyingParty } from './relying-party.ts'
import { handleOf, notAccepted, verifyNew } from './verify-answers.ts'

type Begin = Context<PasskeyNeeds>
type Add = Begin & Input<typeof passkeyOperations.addPasskey>

/** Returns the options with which a browser makes a passkey that its device finds by itself, behind a PIN or the like. */
export async function optionsOfNew(context: Begin) {
  const { sql, caller, userId, codeKey, publicUrl, now } = context
  const holder = requireOwnSession(caller)
  const { email, display_name } = await requireUser(sql, userId)
  const own = await sql.selectFrom('passkey').select('credential_id').where('user_id', '=', userId).execute()
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  const { id } = relyingParty(publicUrl)
  const options = await generateRegistrationOptions({
    ...{ rpName: id, rpID: id, userName: email, userDisplayName: display_name, userID: handleOf(userId) },
    challenge: newChallenge(codeKey, { purpose: 'add', holder }, now()),
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: own.map(({ credential_id }) => ({ id: credential_id })),
  })
  return { ...options }
}

/** Verifies a new passkey, before the transaction that stores it. */
export async function verifyAdded(context: Add) {
  const { caller, body, codeKey, publicUrl, now, log } = context
  const holder = requireOwnSession(caller)
  return verifyNew(body.credential, { use: { purpose: 'add', holder }, codeKey, publicUrl, now: now(), log })
}

/** Stores a passkey that was verified. Its first name is that of the browser. */
export async function storeAdded(context: Add, made: Awaited<ReturnType<typeof verifyAdded>>) {
  const { sql, audit, caller, userId, passed, publicUrl, now } = context
  if (!(await lockAccount(sql, userId))) throw unauthorized()
  await requireLiveToken(sql, caller)
  await requireRoom(sql, userId)
  if (!(await useChallenge(sql, made.challenge, now()))) throw notAccepted()
  const { credential, credentialDeviceType, credentialBackedUp } = made
  const row = await sql
    .insertInto('passkey')
    .values({
      ...{ id: newId(), user_id: userId, credential_id: credential.id, counter: String(credential.counter) },
      public_key: Buffer.from(credential.publicKey),
      transports: context.body.credential.response.transports,
      name: deviceOf(passed['user-agent']),
      is_synced: credentialDeviceType === 'multiDevice',
      is_backed_up: credentialBackedUp,
      created_at: now(),
    })
    .onConflict((on) => on.column('credential_id').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) throw conflict('This passkey has been added before.')
  await mailAboutPasskey(context, 'added', row.name)
  audit({ organizations: await organizationsComeTo(sql, userId) })
  return created(presentPasskey(row, publicUrl))
}
