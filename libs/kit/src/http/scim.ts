import { type Operation, scimSchemas } from '@quire/contracts'
import type { Response } from 'express'
import { Refusal } from '../refusals.ts'
import { Outcome } from './outcome.ts'
import type { Answer } from './pipeline.ts'

/** The reasons of RFC 7644 (section 3.12) that refusals give. */
type ScimType = 'invalidFilter' | 'invalidPath' | 'invalidValue' | 'mutability' | 'uniqueness'

/** A refusal with the reason that a provider of identities understands. */
export class ScimRefusal extends Refusal {
  readonly scimType: ScimType

  constructor(status: 400 | 409, scimType: ScimType, message: string) {
    super(status, message)
    this.scimType = scimType
  }
}

/** Returns the media type of an operation's JSON replies. */
export const jsonTypeOf = (operation: Operation | undefined): string =>
  `application/${operation?.scim ? 'scim+json' : 'json'}; charset=utf-8`

/** Turns a refusal into a SCIM message (RFC 7644, section 3.12); rethrows anything else. */
export function scimRefusal(response: Response, error: unknown): Answer {
  if (!(error instanceof Refusal)) throw error
  const { status, message: detail, headers } = error
  const scimType = error instanceof ScimRefusal ? error.scimType : status === 400 ? 'invalidValue' : undefined
  response.set(headers)
  const body = { schemas: [scimSchemas.error], status: String(status), detail, ...(scimType && { scimType }) }
  return { outcome: new Outcome(status, body), position: undefined }
}
