import { Refusal } from '@quire/kit/edge'

/** 401 for a token that is malformed, expired or revoked. */
export const invalidToken = (
  message = 'The access token is not valid: check that it was copied whole, or create a new one.',
) => new Refusal(401, message, { 'WWW-Authenticate': 'Bearer error="invalid_token"' })
