import type { IncomingMessage } from 'node:http'
import type { Operation } from '@quire/contracts'
import type { ZodError, ZodType, z } from 'zod'
import { describeIssue } from '../describe-issue.ts'
import { badRequest } from '../refusals.ts'
import { readBody } from './body.ts'
import { refuseText } from './refuse-hostile.ts'
import type { Match } from './route-table.ts'
import { readQuery } from './url-encoded.ts'

/** Parses one part of the input, or a path parameter by its name; 400 names the first invalid field and says what it must be. */
export function parseInput<T extends ZodType>(schema: T, value: unknown, where: string): z.output<T> {
  const result = schema.safeParse(value, { error: describeIssue })
  if (result.success) return result.data
  throw firstProblem(result.error, where)
}

function firstProblem(error: ZodError, where: string) {
  const issue = error.issues[0]
  const path = [where, ...(issue?.path ?? [])].join('.')
  return badRequest(path, issue?.message ?? 'is not valid')
}

/** The parsed input of one request. */
export interface RequestInput {
  params: Record<string, string>
  query: unknown
  body: unknown
}

const maxParamLength = 2048

/** Parses path and query by the operation's contract; 400 names the first invalid field. */
export function readAddress({ operation, params }: Match, search: string): Pick<RequestInput, 'params' | 'query'> {
  for (const [name, value] of Object.entries(params)) {
    refuseText(value, name)
    if (value.length === 0 || value.length > maxParamLength)
      throw badRequest(name, `must be 1 to ${maxParamLength} characters`)
  }
  return { params, query: operation.query && parseInput(operation.query, readQuery(search), 'query') }
}

/** Reads and parses the body by the operation's contract; undefined if the operation has none. */
export async function readParsedBody(request: IncomingMessage, operation: Operation): Promise<unknown> {
  return operation.body && parseInput(operation.body, await readBody(request, operation), 'body')
}

/** Returns a header as one string: its first value if it was sent several times. */
export function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}
