import { allOperations } from '@quire/contracts'
import { type BaseConfig, principalHeader, secretKey, signPrincipal } from '@quire/kit'
import { z } from 'zod'

/** The services that are asked without the gateway. */
const direct = z.enum(['identity', 'content', 'sites', 'ai'])

/** Makes the header that a service believes, as the gateway would; it is good for 30 s, so make it for every round. */
export function principals(config: BaseConfig, userId: string) {
  const keys = Object.fromEntries(direct.options.map((name) => [name, secretKey(config, `principal-${name}.key`)]))
  return (operationId: string, path: string) => {
    const operation = allOperations.find(({ id }) => id === operationId)
    if (!operation) throw new Error(`there is no operation ${operationId}`)
    const { id, method } = operation
    const owner = direct.parse(operation.owner)
    const key = keys[owner]
    if (!key) throw new Error(`there is no key for ${owner}`)
    const caller = { userId, kind: 'user', scope: 'full' } as const
    const header: Record<string, string> = {
      [principalHeader]: signPrincipal(key, owner, { caller, operation: id, method, path }),
    }
    return { owner, method, header }
  }
}
