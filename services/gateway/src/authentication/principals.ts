import type { Operation } from '@quire/contracts'
import { type BaseConfig, type Caller, type Position, secretKey, signPrincipal } from '@quire/kit/edge'

/** An authenticated request with the data that its principal carries. */
export interface AdmittedRequest {
  operation: Operation
  caller: Caller
  /** The raw path, as the owner will see it. */
  path: string
  /** The position that the owner must have reached. */
  position: Position | undefined
}

/** Signs the principal that the owner of an operation trusts: one key per service, one principal per request (docs/adr/0012). */
export function principalSigner(config: BaseConfig, operations: Operation[]): (admitted: AdmittedRequest) => string {
  const byId = new Map(operations.map((operation) => [operation.id, operation]))
  const keys = {
    identity: secretKey(config, 'principal-identity.key'),
    content: secretKey(config, 'principal-content.key'),
    sites: secretKey(config, 'principal-sites.key'),
    ai: secretKey(config, 'principal-ai.key'),
  }

  function sign({ id, owner, method }: Operation, { caller, position }: AdmittedRequest, more: object = {}) {
    return signPrincipal(keys[owner], owner, {
      caller,
      operation: id,
      method,
      ...(position && { position }),
      ...more,
    })
  }

  /** Signs principals for the operations that this one may call; only its owner knows their paths. */
  function callsOf(admitted: AdmittedRequest) {
    const called = admitted.operation.calls?.flatMap((id) => byId.get(id) ?? []) ?? []
    if (called.length === 0) return undefined
    return Object.fromEntries(called.map((operation) => [operation.id, sign(operation, admitted)]))
  }

  return (admitted) => {
    const calls = callsOf(admitted)
    return sign(admitted.operation, admitted, { path: admitted.path, ...(calls && { calls }) })
  }
}
