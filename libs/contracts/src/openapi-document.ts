import { z } from 'zod'
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi'
import { ErrorBody } from './error-body.ts'
import type { Operation, SuccessStatus } from './operation.ts'
import { allOperations } from './operation-table.ts'

const refusal = {
  description: 'A refusal: its message says what is wrong',
  content: { 'application/json': { schema: ErrorBody } },
}

const meanings: Record<SuccessStatus, string> = {
  200: 'Done',
  201: 'Created',
  204: 'Done, or nothing was there',
  205: 'Deleted',
}

/** Returns the OpenAPI 3.1 document of every operation in the table; `serverUrl` is the public address. */
export function openApiDocument(serverUrl: string) {
  const paths: ZodOpenApiPathsObject = {}
  for (const operation of allOperations) {
    const path = namedFirst(operation.path)
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describe(operation, path) }
  }
  return createDocument({
    openapi: '3.1.0',
    info: { title: 'Quire', version: '1', description: 'Documentation platform management interface' },
    servers: [{ url: serverUrl }],
    security: [{ bearer: [] }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    paths,
  })
}

const pathPattern = (path: string) => path.replaceAll(/\{\w+\}/g, '{}')

/**
 * Returns a path with the parameter names of the first operation that has the same pattern: OpenAPI allows one set of
 * names per pattern.
 */
function namedFirst(path: string): string {
  return allOperations.find((one) => pathPattern(one.path) === pathPattern(path))?.path ?? path
}

const jsonTypeOf = ({ scim }: Operation) => (scim ? 'application/scim+json' : 'application/json')
const formType = 'application/x-www-form-urlencoded'

const recentSignIn = 'A session of the console may call it within ten minutes of its sign-in.'

function describe(operation: Operation, path: string): ZodOpenApiOperationObject {
  const names = pathParamNames(path)
  return {
    operationId: operation.id,
    summary: operation.summary,
    ...(operation.recentSignIn && { description: recentSignIn }),
    tags: [operation.owner],
    ...(operation.deprecated && { deprecated: true }),
    ...(operation.access.on === 'public' && { security: [] }),
    requestParams: {
      ...(names.length > 0 && { path: z.object(Object.fromEntries(names.map((name) => [name, z.string()]))) }),
      ...(operation.query instanceof z.ZodObject && { query: operation.query }),
    },
    ...(operation.upload && {
      requestBody: { required: true, content: { 'application/octet-stream': { schema: z.string() } } },
    }),
    ...(operation.body && {
      requestBody: {
        // An absent body counts as an empty one.
        required: !operation.body.safeParse({}).success,
        content: { [operation.form ? formType : jsonTypeOf(operation)]: { schema: operation.body } },
      },
    }),
    responses: { ...successes(operation), default: refusal },
  }
}

function successes(operation: Operation) {
  const entries = Object.entries(operation.replies).map(([status, schema]) => {
    const description = meanings[Number(status) as SuccessStatus]
    if (operation.text && status === '200')
      return [status, { description, content: { [operation.text]: { schema: z.string() } } }]
    if (operation.streams)
      return [status, { description, content: { 'text/event-stream': { schema: operation.streams } } }]
    return [status, schema ? { description, content: { [jsonTypeOf(operation)]: { schema } } } : { description }]
  })
  return Object.fromEntries(entries)
}

/** Returns the parameter names of a path, in order. */
export function pathParamNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
}
