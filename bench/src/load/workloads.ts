import { allOperations } from '@quire/contracts'
import { type BaseConfig, principalHeader, secretKey, signPrincipal } from '@quire/kit'
import type { Request } from 'autocannon'
import { z } from 'zod'
import type { Quire } from '../system.ts'
import { createClient, expectSuccess, type Send } from './client.ts'
import { fire } from './load.ts'
import type { Workload } from './rounds.ts'

/** A person who calls the system, with a token for the gateway and signed principals for the services. */
export interface Caller {
  quire: Pick<Quire, 'gateway' | 'services'>
  token: string
  principal: ReturnType<typeof principals>
}

/** A workload before its data is made. */
export interface WorkloadKind<On> extends Omit<Workload, 'load'> {
  load(on: On): Workload['load']
}

export const workloadOf = <On>(kind: WorkloadKind<On>, on: On): Workload => ({ ...kind, load: kind.load(on) })

/** Loads the gateway with these requests in turn, as the token's person. */
export function throughGateway({ quire, token }: Caller, requests: Request[]): Workload['load'] {
  const authorization = { authorization: `Bearer ${token}` }
  const signed = requests.map((one) => ({ ...one, headers: { ...one.headers, ...authorization } }))
  return (...how) => fire({ url: quire.gateway, requests: signed }, ...how)
}

/** Loads the operation's service itself with requests to one path, in turn, signed as the gateway signs. */
export function atService(
  { quire, principal }: Caller,
  operationId: string,
  path: string,
  requests: Request[] = [{}],
): Workload['load'] {
  return (...how) => {
    const { owner, header } = principal(operationId, path.split('?', 1)[0] ?? '')
    const signed = requests.map((one) => {
      const type = one.body === undefined ? {} : { 'content-type': 'application/json' }
      return { ...one, path, headers: { ...type, ...one.headers, ...header } }
    })
    return fire({ url: quire.services[owner].url, requests: signed }, ...how)
  }
}

/** Sends operations to their services; returns the body of an answer, and throws if an operation is refused. */
export function serviceClient({ quire, principal }: Caller, signal: AbortSignal) {
  const clients = new Map<string, Send>()
  return (operationId: string, path: string, body?: object): Promise<unknown> => {
    const { owner, method, header } = principal(operationId, path.split('?', 1)[0] ?? '')
    const send = clients.get(owner) ?? createClient(quire.services[owner].url, signal)
    clients.set(owner, send)
    return expectSuccess(send(method, path, body, header))
  }
}

/** The services that are called without the gateway. */
const direct = z.enum(['identity', 'content', 'sites', 'ai'])

/** Creates the header that a service accepts, as the gateway does. A header is valid for 30 s: create one for each round. */
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
