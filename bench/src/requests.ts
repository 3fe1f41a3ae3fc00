import type { Request } from 'autocannon'
import { clientOf, must, type Send } from './api.ts'
import type { principals } from './direct.ts'
import { fire } from './load.ts'
import type { Target } from './rounds.ts'
import type { Quire } from './system.ts'

/** Who asks, and where. */
export interface Asker {
  quire: Pick<Quire, 'gateway' | 'services'>
  token: string
  principal: ReturnType<typeof principals>
}

/** Work by its name; data is made only for the work that is measured. */
export interface Kind<On> extends Omit<Target, 'load'> {
  load(on: On): Target['load']
}

export const targetOf = <On>(kind: Kind<On>, on: On): Target => ({ ...kind, load: kind.load(on) })

/** Loads the gateway with these requests in turn, in the name of the token's person. */
export function throughGateway({ quire, token }: Asker, requests: Request[]): Target['load'] {
  const authorization = { authorization: `Bearer ${token}` }
  const signed = requests.map((one) => ({ ...one, headers: { ...one.headers, ...authorization } }))
  return (...how) => fire({ url: quire.gateway, requests: signed }, ...how)
}

/** Loads the operation's service itself with requests to one path, in turn, signed as the gateway signs. */
export function atService(
  { quire, principal }: Asker,
  operationId: string,
  path: string,
  requests: Request[] = [{}],
): Target['load'] {
  return (...how) => {
    const { owner, header } = principal(operationId, path.split('?', 1)[0] ?? '')
    const signed = requests.map((one) => {
      const type = one.body === undefined ? {} : { 'content-type': 'application/json' }
      return { ...one, path, headers: { ...type, ...one.headers, ...header } }
    })
    return fire({ url: quire.services[owner].url, requests: signed }, ...how)
  }
}

/** Sends operations to their services one by one; answers the body, and throws where one is refused. */
export function sendToService({ quire, principal }: Asker, signal: AbortSignal) {
  const clients = new Map<string, Send>()
  return (operationId: string, path: string, body?: object): Promise<unknown> => {
    const { owner, method, header } = principal(operationId, path.split('?', 1)[0] ?? '')
    const send = clients.get(owner) ?? clientOf(quire.services[owner].url, signal)
    clients.set(owner, send)
    return must(send(method, path, body, header))
  }
}
