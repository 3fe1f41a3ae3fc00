import type { Operation } from '@quire/contracts'
import { type BaseConfig, type Caller, type Position, secretKey, signPrincipal } from '@quire/kit/edge'

/** What is known of a request once it was let in. */
export interface AdmittedRequest {
  operation: Operation
  caller: Caller
  /** Raw, as the owner will see it. */
  path: string
  /** What the caller has seen. */
  position: Position | undefined
}

/** Signs what the owner of an operation will believe: one key a service, one principal a request (docs/adr/0005). */
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

  /** Principals for what the operation may do elsewhere; their paths are known to its owner only. */
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
