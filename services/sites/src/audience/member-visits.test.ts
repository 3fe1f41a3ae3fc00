import { expect, test } from '@jest/globals'
import jwt from 'jsonwebtoken'
import { memberVisitOf, readMemberVisit, readVisitCode, signMemberVisit, signVisitCode } from './member-visits.ts'
import type { SiteSigner } from './site-signer.ts'

/** Signs with a key of the test. */
const signer: SiteSigner = {
  sign: (claims, aud) => jwt.sign({ ...claims, aud }, 'key'),
  read(token, audience) {
    try {
      return jwt.verify(token, 'key', { audience })
    } catch {
      return undefined
    }
  },
  publicKeys: () => [],
}

const caller = { kind: 'user', scope: 'full', userId: 'ada', tokenId: 'session' } as const
const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000)
const visitOf = (more: object, now = new Date()) => memberVisitOf({ ...caller, ...more }, { id: 'zoo' }, now)

test('a visit ends after eight hours, or earlier with the session that made it', () => {
  const now = new Date('2026-01-01T00:00:00Z')
  const at = now.getTime() / 1000
  expect(visitOf({ tokenExpiresAt: at + 86_400 }, now)?.exp).toBe(at + 8 * 3600)
  expect(visitOf({ tokenExpiresAt: at + 60 }, now)?.exp).toBe(at + 60)
  expect(visitOf({ userId: undefined }, now)).toBeUndefined()
  expect(visitOf({ tokenId: undefined }, now)).toBeUndefined()
})

test('a code is good for a minute, and neither code nor visit passes for the other', () => {
  const visit = visitOf({ kind: 'saml' }) as NonNullable<ReturnType<typeof visitOf>>
  const code = (now: Date) => signVisitCode(signer, { visit, state: 'state', page: 'http://quire.test' }, now)
  expect(readVisitCode(signer, code(secondsAgo(30)))).toMatchObject({ visit, state: 'state' })
  expect(readVisitCode(signer, code(secondsAgo(61)))).toBeUndefined()
  const cookie = signMemberVisit(signer, visit, new Date())
  expect(readMemberVisit(signer, cookie)).toEqual(visit)
  expect(
    readMemberVisit(signer, signMemberVisit(signer, { ...visit, exp: visit.exp - 8 * 3600 - 1 }, secondsAgo(1))),
  ).toBeUndefined()
  expect([readMemberVisit(signer, code(new Date())), readVisitCode(signer, cookie)]).toEqual([undefined, undefined])
})
