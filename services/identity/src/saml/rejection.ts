/** Why a SAML response does not count. The reason is for the log; the sender is not told. */
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
