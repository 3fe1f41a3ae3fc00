import { createHmac, hash, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '../database.ts'

/** Time to answer a challenge. */
const challengeMinutes = 5
const randomLength = 16
const endLength = 6
const bodyLength = randomLength + endLength

/** The use that a challenge is for, and the only browser or session that may answer it. */
export interface ChallengeUse {
  purpose: 'add' | 'sign-in'
  /** A hash of the browser's cookie, or the id of the session. */
  holder: string
}

/**
 * Returns a new challenge, which proves itself: random bytes, its end, and a code over both and its use by a key of the
 * installation. So nothing is stored of a challenge that nobody answers.
 */
export function newChallenge(key: KeyObject, use: ChallengeUse, now: Date): Buffer<ArrayBuffer> {
  const end = Buffer.alloc(endLength)
  end.writeUIntBE(now.getTime() + challengeMinutes * 60_000, 0, endLength)
  const body = Buffer.concat([randomBytes(randomLength), end])
  return Buffer.concat([body, codeOf(key, use, body)])
}

/** True if a challenge, in base64url, is ours, for this use, and has not ended. */
export function isOpen(key: KeyObject, challenge: string, use: ChallengeUse, now: Date): boolean {
  const bytes = Buffer.from(challenge, 'base64url')
  const [body, given] = [bytes.subarray(0, bodyLength), bytes.subarray(bodyLength)]
  const wanted = codeOf(key, use, body)
  const isOurs = bytes.length === bodyLength + wanted.length && timingSafeEqual(given, wanted)
  return isOurs && body.readUIntBE(randomLength, endLength) > now.getTime()
}

const codeOf = (key: KeyObject, { purpose, holder }: ChallengeUse, body: Uint8Array) =>
  createHmac('sha256', key).update(`passkey ${purpose} ${holder} `).update(body).digest()

/** Uses up a challenge, in base64url; false if it was used. Of two uses at once, one gets it. */
export async function useChallenge(sql: Kysely<Tables>, challenge: string, now: Date): Promise<boolean> {
  // Different texts can stand for the same bytes.
  const spent = hash('sha256', Buffer.from(challenge, 'base64url'), 'base64url')
  const row = await sql
    .insertInto('answered_challenge')
    .values({ hash: spent, expires_at: new Date(now.getTime() + challengeMinutes * 60_000) })
    .onConflict((on) => on.doNothing())
    .returning('hash')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes challenges that nobody could answer any more. */
export async function deleteOldChallenges(sql: Kysely<Tables>, now: Date): Promise<void> {
  await sql.deleteFrom('answered_challenge').where('expires_at', '<', now).execute()
}
