import jwt from 'jsonwebtoken'
import { z } from 'zod'
import { isBadToken } from '../signing/is-bad-token.ts'

/** A token that is good for longer is no sign of a visitor who is there. */
const longestDays = 30
const toleranceSeconds = 60

const Times = z.looseObject({ exp: z.number(), iat: z.number().optional() })
/** What a token says of itself; it changes with each, and tells nothing of the visitor. */
const ofTheToken = new Set(['exp', 'iat', 'nbf', 'iss', 'aud', 'jti'])

/**
 * What a visitor's token claims, signed with the site's key by HS256. Undefined where it is not, is over, or lasts
 * longer than a month.
 */
export function visitorTokenClaims(token: string, key: string, now: Date): Record<string, unknown> | undefined {
  const seconds = Math.floor(now.getTime() / 1000)
  const claims = Times.safeParse(verified(token, key, seconds)).data
  if (!claims || claims.exp > seconds + longestDays * 86_400) return undefined
  if (claims.iat !== undefined && claims.iat > seconds + toleranceSeconds) return undefined
  return Object.fromEntries(Object.entries(claims).filter(([name]) => !ofTheToken.has(name)))
}

function verified(token: string, key: string, clockTimestamp: number): unknown {
  try {
    return jwt.verify(token, key, { algorithms: ['HS256'], clockTimestamp, clockTolerance: toleranceSeconds })
  } catch (error) {
    if (isBadToken(error)) return undefined
    throw error
  }
}
