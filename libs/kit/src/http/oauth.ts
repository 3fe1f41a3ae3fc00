import type { Response } from 'express'
import { Refusal } from '../refusals.ts'
import { Outcome } from './outcome.ts'
import type { Answer } from './pipeline.ts'

/** The errors of RFC 6749 (section 5.2), RFC 7591 (3.2.2) and RFC 8707 that refusals give. */
type OAuthError =
  | 'invalid_client'
  | 'invalid_client_metadata'
  | 'invalid_grant'
  | 'invalid_redirect_uri'
  | 'invalid_target'
  | 'unsupported_grant_type'

/** 400 with the error that a program understands; a client that is none is 401. */
export class OAuthRefusal extends Refusal {
  readonly error: OAuthError

  constructor(error: OAuthError, message: string) {
    super(error === 'invalid_client' ? 401 : 400, message)
    this.error = error
  }
}

/** Turns a refusal into an OAuth error; rethrows anything else. */
export function oauthRefusal(response: Response, refusal: unknown): Answer {
  if (!(refusal instanceof Refusal)) throw refusal
  const { status, message, headers } = refusal
  response.set({ ...headers, 'Cache-Control': 'no-store' })
  return { outcome: new Outcome(status, { error: errorOf(refusal), error_description: message }), position: undefined }
}

function errorOf(refusal: Refusal): string {
  if (refusal instanceof OAuthRefusal) return refusal.error
  return refusal.status >= 500 || refusal.status === 429 ? 'temporarily_unavailable' : 'invalid_request'
}
