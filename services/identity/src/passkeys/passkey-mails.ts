import { newId } from '@quire/kit'
import type { Context } from '../context.ts'
import { inertText } from '../mail/inert-text.ts'
import { requireUser } from '../users/users.rules.ts'
import type { PasskeyNeeds } from './passkeys.rules.ts'

type Writing = Pick<Context<PasskeyNeeds>, 'sql' | 'userId' | 'publicUrl' | 'sendsMail'>

/** Writes to the caller that a passkey was added or removed, in the transaction of that. */
export async function mailAboutPasskey(
  { sql, userId, publicUrl, sendsMail }: Writing,
  what: 'added' | 'removed',
  name: string,
): Promise<void> {
  if (!sendsMail) return
  const { email } = await requireUser(sql, userId)
  const body = `${
    what === 'added'
      ? 'A passkey was added to your account. Whoever has it can sign in as you.'
      : 'A passkey was removed from your account. It signs nobody in any more.'
  }

  Passkey: ${inertText(name)}

If it was not you, remove the passkeys that you do not know and end the sessions that you do not know, at
${publicUrl}/settings
`
  await sql
    .insertInto('mail')
    .values({ id: newId(), recipient: email, subject: `A passkey was ${what}`, body, about: 'account' })
    .execute()
}
