import type { Method, Operation } from '@quire/contracts'
import { notFound, Refusal, routeTable } from '@quire/kit/edge'

const methods: Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/**
 * What two programs may read as two different paths, so that one checks another than the other serves. No operation
 * needs it.
 */
const ambiguous = /[\\#]|\/\/|%(?:00|5c)|(?:\/|%2f)(?:\.|%2e){1,2}(?:\/|%2f|$)/i

/** What the gateway may pass on: internal operations do not exist for it. */
const isPublished = ({ path, access, visit }: Operation) =>
  (path.startsWith('/v1/') || visit === true) && access.on !== 'service'

/**
 * Finds the operation of a request by its raw path, the one its owner will see.
 * Throws 400 for ambiguous paths, 404 for unknown ones, 405 where only the method is wrong.
 */
export function operationFinder(operations: Operation[]): (method: string, path: string) => Operation {
  const find = routeTable(operations.filter(isPublished))
  return (method, path) => {
    if (ambiguous.test(path)) {
      throw new Refusal(400, 'path: must not contain empty or dot segments, backslashes or fragments')
    }
    const match = find(method, path)
    if (match) return match.operation
    const read = method === 'HEAD' ? find('GET', path)?.operation : undefined
    if (read?.visit) return read
    const allowed = methods.filter((other) => find(other, path))
    if (allowed.length === 0) throw notFound(`${method} ${path.slice(0, 200)}`)
    throw new Refusal(405, `${method} is not possible here: use ${allowed.join(' or ')}.`, {
      Allow: allowed.join(', '),
    })
  }
}
