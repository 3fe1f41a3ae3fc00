import type { SignInMethod } from '@quire/contracts'
import type { Metrics } from '@quire/kit'
import { Counter } from 'prom-client'

/** The dependency of handlers that sign people in. */
export interface SignInNeeds {
  /**
   * Counts a sign-in that was accepted, or an answer of an identity provider that was refused; the log has the reasons. One
   * by SAML counts when its answer is accepted, for a session as for a token.
   */
  countSignIn: (method: SignInMethod, outcome: 'accepted' | 'refused') => void
}

/** Counts sign-ins in `quire_sign_ins_total`. */
export function measureSignIns({ registry }: Pick<Metrics, 'registry'>): SignInNeeds['countSignIn'] {
  const signIns = new Counter({
    name: 'quire_sign_ins_total',
    help: 'Sign-ins by method and outcome: accepted; refused, of the answers of identity providers',
    labelNames: ['method', 'outcome'],
    registers: [registry],
  })
  // A first refusal counts only as an increase of something.
  for (const method of ['oidc', 'saml']) signIns.inc({ method, outcome: 'refused' }, 0)
  return (method, outcome) => signIns.inc({ method, outcome })
}
