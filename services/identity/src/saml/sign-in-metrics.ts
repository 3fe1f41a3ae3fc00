import type { Metrics } from '@quire/kit'
import { Counter } from 'prom-client'

/** The dependency of handlers that sign people in. */
export interface SignInNeeds {
  /** Counts an answer of an identity provider; the refused ones are in the log with their reasons. */
  countSignIn: (outcome: 'accepted' | 'refused') => void
}

/** Counts sign-ins in `quire_sign_ins_total`. */
export function measureSignIns({ registry }: Pick<Metrics, 'registry'>): SignInNeeds['countSignIn'] {
  const signIns = new Counter({
    name: 'quire_sign_ins_total',
    help: 'Answers of identity providers, by method and outcome: accepted, refused',
    labelNames: ['method', 'outcome'],
    registers: [registry],
  })
  // A first refusal counts only as an increase of something.
  signIns.inc({ method: 'saml', outcome: 'refused' }, 0)
  return (outcome) => signIns.inc({ method: 'saml', outcome })
}
