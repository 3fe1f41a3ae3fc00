import type { KeyObject } from 'node:crypto'
import { Refusal } from '@quire/kit'
import jwt from 'jsonwebtoken'
import { z } from 'zod'

/** The content of the address of a PDF: a revision of a space, all of it or one page with its subpages. */
export const PdfGrant = z.object({
  space: z.string(),
  revision: z.string(),
  /** The change request of the revision. */
  changeRequest: z.string().optional(),
  page: z.string().optional(),
  only: z.boolean().optional(),
  /** The person who asked, for whose account the work counts; absent for visitors of a site. */
  user: z.string().optional(),
})
export type PdfGrant = z.infer<typeof PdfGrant>

const audience = 'quire:pdf'
const algorithm = 'HS256'
const lifetimeSeconds = 3600

/** Signs a token that is valid for one hour. */
export function signPdf(grant: PdfGrant, key: KeyObject, now: Date): string {
  const exp = Math.floor(now.getTime() / 1000) + lifetimeSeconds
  return jwt.sign({ ...PdfGrant.parse(grant), exp, aud: audience }, key, { algorithm, noTimestamp: true })
}

/** Throws 404 if the token is forged or expired. */
export function verifyPdf(token: string, key: KeyObject, now: Date): PdfGrant & { exp: number } {
  try {
    const clockTimestamp = Math.floor(now.getTime() / 1000)
    const claims = jwt.verify(token, key, { audience, algorithms: [algorithm], clockTimestamp })
    return PdfGrant.extend({ exp: z.number() }).parse(claims)
  } catch {
    throw new Refusal(404, 'This address of a PDF is not valid, or has expired: ask for a new one.')
  }
}
