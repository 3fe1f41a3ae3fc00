import { allOperations } from '@quire/contracts'
import { type BaseConfig, principalHeader, secretKey, signPrincipal } from '@quire/kit'

/** Makes the header that a service believes, as the gateway would; it is good for 30 s, so make it for every round. */
export function principals(config: BaseConfig, userId: string) {
  const key = secretKey(config, 'principal-content.key')
  return (operationId: string, path: string): Record<string, string> => {
    const operation = allOperations.find(({ id }) => id === operationId)
    if (!operation) throw new Error(`there is no operation ${operationId}`)
    const { id, owner, method } = operation
    const caller = { userId, kind: 'user', scope: 'full' } as const
    return { [principalHeader]: signPrincipal(key, owner, { caller, operation: id, method, path }) }
  }
}
