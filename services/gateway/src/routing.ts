import type { Method, Operation } from '@quire/contracts'
import { notFound, Refusal, routeTable } from '@quire/kit/edge'

const methods: Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/**
 * Matches paths that two programs may parse differently, so that one authorizes another path than the other serves. No
 * operation needs such a path.
 */
const ambiguous = /[\\#]|\/\/|%(?:00|5c)|(?:\/|%2f)(?:\.|%2e){1,2}(?:\/|%2f|$)/i

/** True if the gateway may forward the operation: internal operations do not exist for callers. */
const isPublished = ({ path, access, visit }: Operation) =>
  (path.startsWith('/v1/') || visit === true) && access.on !== 'service'

/**
 * Finds the operation of a request by its raw path, which the operation's owner will see too.
 * Throws 400 for ambiguous paths, 404 for unknown ones, and 405 if only the method is wrong.
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
