import { type IntegrationTokenClaims, installationTokenSeconds, integrationTokenAudience } from '@quire/contracts'
import type { SiteSigner } from '../../audience/site-signer.ts'

/** An integration, or one of its installations, that a token is for. */
type TokenSubject = Pick<IntegrationTokenClaims, 'integration' | 'installation' | 'generation'>

/** Signs a token of an integration that is valid for so many seconds; an hour if it is of an installation. */
export function signIntegrationToken(
  signer: SiteSigner,
  subject: TokenSubject,
  { now, seconds = installationTokenSeconds }: { now: Date; seconds?: number },
): string {
  const iat = Math.floor(now.getTime() / 1000)
  const claims = { kind: 'integration' as const, ...subject, iat, exp: iat + seconds }
  return signer.sign(claims, integrationTokenAudience)
}
