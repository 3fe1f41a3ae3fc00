import type { IncomingMessage } from 'node:http'
import type { Operation } from '@quire/contracts'
import type { ZodError, ZodType, z } from 'zod'
import { badRequest, tooLarge, unsupportedMediaType } from '../refusals.ts'
import type { Match } from './routes.ts'

const defaultBodyLimit = 1024 * 1024
const deepest = 64

/** Reads and parses a JSON body; every refusal says what to change. An absent body is `{}` where the schema allows it. */
export async function readBody(request: IncomingMessage, operation: Operation): Promise<unknown> {
  if (!operation.body) return undefined
  const bytes = await readBytes(request, operation.bodyLimit ?? defaultBodyLimit)
  if (bytes.length === 0) return {}
  const type = request.headers['content-type'] ?? ''
  if (operation.form) return parseForm(type, bytes)
  if (!/^application\/(json|[\w.+-]+\+json)\s*(;|$)/i.test(type)) {
    throw unsupportedMediaType('The body must be JSON: send it with "Content-Type: application/json".')
  }
  return parseJson(bytes)
}

async function readBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0)
  const refusal = () => tooLarge(`The body is larger than ${limit} bytes.`)
  if (announced > limit) throw refusal()
  const chunks: Buffer[] = []
  let size = 0
  // Breaking off must not destroy the connection: the refusal still has to travel over it.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > limit) break
    chunks.push(chunk)
  }
  if (size > limit) {
    request.resume()
    throw refusal()
  }
  return Buffer.concat(chunks)
}

function parseForm(type: string, bytes: Buffer): unknown {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) {
    throw unsupportedMediaType(
      'The body must be a form: send it with "Content-Type: application/x-www-form-urlencoded".',
    )
  }
  return readPairs(bytes.toString('latin1'), 'body')
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function parseJson(bytes: Buffer): unknown {
  let value: unknown
  try {
    value = JSON.parse(utf8.decode(bytes))
  } catch {
    throw badRequest('body', 'is not valid JSON in UTF-8')
  }
  refuseHostile(value)
  return value
}

/** What JSON allows but no database, log or client can hold: NUL, lone surrogates, `__proto__`, endless nesting. */
function refuseHostile(root: unknown) {
  const pending: { value: unknown; path: string; depth: number }[] = [{ value: root, path: 'body', depth: 0 }]
  for (let one = pending.pop(); one; one = pending.pop()) {
    const { value, path, depth } = one
    if (typeof value === 'string') refuseText(value, path)
    if (typeof value !== 'object' || value === null) continue
    if (depth >= deepest) throw badRequest('body', `is nested deeper than ${deepest} levels`)
    for (const [key, item] of Object.entries(value)) {
      const inner = `${path}.${key.slice(0, 100)}`
      if (key === '__proto__') throw badRequest(inner, 'is not a field')
      refuseText(key, path)
      pending.push({ value: item, path: inner, depth: depth + 1 })
    }
  }
}

/** Throws 400 where text holds NUL or half of a surrogate pair. */
export function refuseText(text: string, field: string) {
  if (text.includes('\0')) throw badRequest(field, 'contains a NUL character')
  if (!text.isWellFormed()) throw badRequest(field, 'is not well-formed Unicode')
}

/** Parses the query string: repeated keys become arrays where the schema says so (the schema decides). */
export const readQuery = (search: string) => readPairs(search, 'query')

function readPairs(text: string, where: 'query' | 'body'): Record<string, string | string[]> {
  const result: Record<string, string | string[]> = {}
  for (const [key, value] of new URLSearchParams(text)) {
    refuseText(value, `${where}.${key}`)
    if (key === '__proto__') throw badRequest(`${where}.__proto__`, 'is not a parameter')
    const before = result[key]
    result[key] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value]
  }
  return result
}

/** Parses one part of the input, or a path parameter by its name; 400 names the first field that is wrong. */
export function parseInput<T extends ZodType>(schema: T, value: unknown, where: string): z.output<T> {
  const result = schema.safeParse(value)
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

const longestParam = 2048

/** Parses path, query and body by the operation's contract; 400 names the first field that is wrong. */
export async function readInput(
  request: IncomingMessage,
  { operation, params }: Match,
  search: string,
): Promise<RequestInput> {
  for (const [name, value] of Object.entries(params)) {
    refuseText(value, name)
    if (value.length === 0 || value.length > longestParam)
      throw badRequest(name, `must be 1 to ${longestParam} characters`)
  }
  return {
    params,
    query: operation.query && parseInput(operation.query, readQuery(search), 'query'),
    body: operation.body && parseInput(operation.body, await readBody(request, operation), 'body'),
  }
}

/** A header as one string, however often it was sent. */
export function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}
