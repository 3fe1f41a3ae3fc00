import type { KeyObject } from 'node:crypto'
import { Refusal } from '@quire/kit'
import jwt from 'jsonwebtoken'

const audience = 'quire:upload'
const algorithm = 'HS256'
const addressSeconds = 3600

/** Signs the last part of the address that accepts the file of one upload, valid for an hour. */
export const signUpload = (id: string, key: KeyObject, now: Date): string =>
  jwt.sign({ sub: id, aud: audience, exp: Math.floor(now.getTime() / 1000) + addressSeconds }, key, {
    algorithm,
    noTimestamp: true,
  })

/** Returns the id of the upload. Throws 404 if the token is forged or expired. */
export function verifyUpload(token: string, key: KeyObject, now: Date): string {
  try {
    const { sub } = jwt.verify(token, key, {
      audience,
      algorithms: [algorithm],
      clockTimestamp: Math.floor(now.getTime() / 1000),
    })
    if (typeof sub === 'string') return sub
  } catch {
    // Every invalid token gets the same answer.
  }
  throw noUpload()
}

/** Returns a 404 that does not reveal the reason. */
export const noUpload = () => new Refusal(404, 'This upload address is not valid, or has expired: ask for a new one.')
