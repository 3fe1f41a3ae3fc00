import type { KeyObject } from 'node:crypto'
import { Refusal } from '@quire/kit'
import jwt from 'jsonwebtoken'

const audience = 'quire:upload'
const algorithm = 'HS256'
const addressSeconds = 3600

/** The last part of an address that takes the file of one upload, for an hour. */
export const signUpload = (id: string, key: KeyObject, now: Date): string =>
  jwt.sign({ sub: id, aud: audience, exp: Math.floor(now.getTime() / 1000) + addressSeconds }, key, {
    algorithm,
    noTimestamp: true,
  })

/** The id of the upload; throws 404 where the token is forged or too old. */
export function verifyUpload(token: string, key: KeyObject, now: Date): string {
  try {
    const { sub } = jwt.verify(token, key, {
      audience,
      algorithms: [algorithm],
      clockTimestamp: Math.floor(now.getTime() / 1000),
    })
    if (typeof sub === 'string') return sub
  } catch {
    // Whatever is wrong with it, it opens nothing.
  }
  throw noUpload()
}

/** 404, in the same words for whatever is wrong. */
export const noUpload = () => new Refusal(404, 'This upload address is not valid, or has expired: ask for a new one.')
