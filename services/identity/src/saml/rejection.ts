/** The reason for rejecting a SAML response; logged, but not revealed to the sender. */
export class Rejection extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'Rejection'
  }
}

/** Throws a Rejection unless the condition holds. */
export function demand(condition: boolean, reason: string): asserts condition {
  if (!condition) throw new Rejection(reason)
}
