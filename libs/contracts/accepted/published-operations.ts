import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { allOperations } from '../src/index.ts'

const require = createRequire(import.meta.url)

/** An operation of the published description; `path` without `/v1`. */
interface PublishedOperation {
  method: string
  path: string
  statuses: string[]
  /** The part of the interface that the operation belongs to, as the description names it. */
  capability: string
}

/** Returns the operations of one version of the published description, by id. */
export function publishedOperations(
  packageName: 'gitbook-api' | 'gitbook-api-authoring',
): Map<string, PublishedOperation> {
  const { paths } = JSON.parse(readFileSync(require.resolve(`${packageName}/spec/openapi.json`), 'utf8'))
  const found = new Map<string, PublishedOperation>()
  for (const [path, methods] of Object.entries<Record<string, unknown>>(paths))
    for (const [method, one] of Object.entries(methods)) {
      const { operationId, responses, tags = [] } = one as { operationId?: string; responses?: object; tags?: string[] }
      if (operationId)
        found.set(operationId, {
          method: method.toUpperCase(),
          path,
          statuses: Object.keys(responses ?? {}),
          capability: (tags.find((tag) => tag !== 'critical') ?? 'other').replaceAll('-', ' '),
        })
    }
  return found
}

/** Returns the published operations that no service has, by capability. */
export function unbuiltOperations() {
  const built = new Set(allOperations.map(({ method, path }) => requestShape(method, path)))
  return [...publishedOperations('gitbook-api')]
    .map(([id, { method, path, capability }]) => ({ id, method, path: `/v1${path}`, capability }))
    .filter(({ method, path }) => !built.has(requestShape(method, path)))
    .sort((one, other) => (one.capability + one.id < other.capability + other.id ? -1 : 1))
}

/** The shape of a request, without the names of its parameters. */
export const requestShape = (method: string, path: string) =>
  `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '{}')}`

/** Returns operations that the published description lacks: operations of its later version, and our own. */
export function unpublishedOperations() {
  const [published, publishedLater] = [publishedOperations('gitbook-api'), publishedOperations('gitbook-api-authoring')]
  const [later, ours] = [[], []] as [string[], string[]]
  for (const { id } of allOperations) if (!published.has(id)) (publishedLater.has(id) ? later : ours).push(id)
  return { later, ours }
}
