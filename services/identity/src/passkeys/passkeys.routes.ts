import { passkeyOperations } from '@quire/contracts'
import { absent, conflict, countOf, deleted, type Input, keysetPage, listOf, notFound, prepared } from '@quire/kit'
import { organizationsComeTo } from '../audit/store-events.ts'
import { type Context, implementWith } from '../context.ts'
import { beginSession, requireBrowser } from '../sessions/begin-session.ts'
import { endSessionsOfPasskey } from '../sessions/sessions.rules.ts'
import { isEnabled, requireLiveToken } from '../users/enabled-account.ts'
import { requireWholeAccount } from '../users/whole-account.ts'
import { optionsOfNew, storeAdded, verifyAdded } from './add-passkey.ts'
import { newChallenge, useChallenge } from './challenges.ts'
import { requireOwnSession } from './own-session.ts'
import { mailAboutPasskey } from './passkey-mails.ts'
import { countTry, type PasskeyNeeds, presentPasskey } from './passkeys.rules.ts'
import { offersPasskeys, relyingParty } from './relying-party.ts'
import { notAccepted, verifyUse } from './verify-answers.ts'

type Answered = Context<PasskeyNeeds> & Input<typeof passkeyOperations.signInWithPasskey>

export const passkeyRoutes = implementWith<PasskeyNeeds>()(passkeyOperations, {
  async listPasskeys({ sql, caller, userId, page, cursors, publicUrl }) {
    requireWholeAccount(caller)
    const own = sql.selectFrom('passkey').where('user_id', '=', userId)
    return listOf({
      page,
      cursors,
      rows: await keysetPage(own.selectAll(), page, ['id']).execute(),
      present: (row) => presentPasskey(row, publicUrl),
      after: (row) => [row.id],
      count: () => countOf(sql, own.select('id')),
    })
  },

  async beginPasskey(context) {
    requireOffered(context)
    return optionsOfNew(context)
  },

  addPasskey: prepared(verifyAdded, storeAdded),

  async renamePasskey({ sql, audit, caller, userId, params, body, publicUrl }) {
    requireWholeAccount(caller)
    const row = await sql
      .updateTable('passkey')
      .set({ name: body.name })
      .where('id', '=', params.passkeyId)
      .where('user_id', '=', userId)
      .returningAll()
      .executeTakeFirst()
    if (!row) throw notFound('The passkey')
    audit({ organizations: await organizationsComeTo(sql, userId) })
    return presentPasskey(row, publicUrl)
  },

  async removePasskey(context) {
    const { sql, audit, caller, userId, params } = context
    requireWholeAccount(caller)
    const row = await sql
      .deleteFrom('passkey')
      .where('id', '=', params.passkeyId)
      .where('user_id', '=', userId)
      .returningAll()
      .executeTakeFirst()
    if (!row) return absent()
    // A refusal undoes the removal.
    const except = requireOwnSession(caller)
    await requireLiveToken(sql, caller)
    await endSessionsOfPasskey(context, { passkeyId: row.id, except })
    await mailAboutPasskey(context, 'removed', row.name)
    audit({ organizations: await organizationsComeTo(sql, userId), target: { id: row.id, label: row.name } })
    return deleted()
  },

  async beginPasskeySignIn(context) {
    const { caller, codeKey, publicUrl, now } = context
    requireOffered(context)
    const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
    const options = await generateAuthenticationOptions({
      rpID: relyingParty(publicUrl).id,
      challenge: newChallenge(codeKey, { purpose: 'sign-in', holder: requireBrowser(caller) }, now()),
      userVerification: 'required',
    })
    return { ...options }
  },

  /** Counts the answer and verifies it before the transaction begins, so that a refused one counts. */
  signInWithPasskey: prepared(provePasskey, signIn),
})

async function provePasskey({ sql, caller, body, codeKey, publicUrl, originOf, now, log }: Answered) {
  const holder = requireBrowser(caller)
  const tryId = await countTry(sql, originOf(caller.address) ?? null, now())
  const { credential } = body
  const passkey = await sql
    .selectFrom('passkey')
    .selectAll()
    .where('credential_id', '=', credential.id)
    .executeTakeFirst()
  const expected = { use: { purpose: 'sign-in' as const, holder }, codeKey, publicUrl, now: now(), log }
  const proof = await verifyUse(credential, passkey, expected)
  return { proof, tryId, passkey: passkey?.id ?? '', userId: passkey?.user_id ?? '' }
}

/**
 * Signs in with what was proved, if it still counts under the locks: the person is enabled, the passkey is there, the
 * challenge is new, and the device has counted on since its last use, unless it does not count at all.
 */
async function signIn(context: Answered, { proof, tryId, passkey, userId }: Awaited<ReturnType<typeof provePasskey>>) {
  const { sql, now } = context
  if (!(await isEnabled(sql, userId))) throw notAccepted()
  const counter = String(proof.newCounter)
  const used = await sql
    .updateTable('passkey')
    .set({ counter, is_backed_up: proof.credentialBackedUp, used_at: now() })
    .where('id', '=', passkey)
    .where('user_id', '=', userId)
    .where(({ or, eb, and }) =>
      or([eb('counter', '<', counter), and([eb('counter', '=', '0'), eb.val(counter === '0')])]),
    )
    .returning('id')
    .executeTakeFirst()
  if (!used || !(await useChallenge(sql, proof.challenge, now()))) throw notAccepted()
  await sql.deleteFrom('passkey_try').where('id', '=', tryId).execute()
  return beginSession(context, { userId, method: 'passkey', passkeyId: used.id })
}

function requireOffered({ publicUrl }: Pick<Context, 'publicUrl'>): void {
  if (!offersPasskeys(publicUrl)) throw conflict('This installation has no passkeys: its address has no name.')
}
