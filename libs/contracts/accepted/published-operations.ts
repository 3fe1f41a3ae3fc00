import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { allOperations } from '../src/index.ts'

const require = createRequire(import.meta.url)

/** An operation of the published description; `path` without `/v1`. */
interface PublishedOperation {
  method: string
  path: string
  statuses: string[]
}

/** Returns the operations of one version of the published description, by id. */
export function publishedOperations(
  packageName: 'gitbook-api' | 'gitbook-api-authoring',
): Map<string, PublishedOperation> {
  const { paths } = JSON.parse(readFileSync(require.resolve(`${packageName}/spec/openapi.json`), 'utf8'))
  const found = new Map<string, PublishedOperation>()
  for (const [path, methods] of Object.entries<Record<string, unknown>>(paths))
    for (const [method, one] of Object.entries(methods)) {
      const { operationId, responses } = one as { operationId?: string; responses?: object }
      if (operationId)
        found.set(operationId, {
          method: method.toUpperCase(),
          path,
          statuses: Object.keys(responses ?? {}),
        })
    }
  return found
}

/** Returns the ids of published operations that no service has. */
export function missingOperations(): string[] {
  const built = new Set(allOperations.map(({ method, path }) => requestShape(method, path)))
  return [...publishedOperations('gitbook-api')]
    .filter(([, { method, path }]) => !built.has(requestShape(method, `/v1${path}`)))
    .map(([id]) => id)
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
