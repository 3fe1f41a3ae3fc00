import { allOperations, scimSchemas } from '@quire/contracts'
import { type Answer, type Api, operationOf, type RequestOptions } from '../support/api-client.ts'
import { accepts, described, sample } from '../support/described-schemas.ts'
import type { WritesNothing } from '../support/row-counts.ts'
import { inPath, type SeededOrganization } from '../support/seed.ts'
import { rowOf } from './authorization-table.ts'

export interface Attempt extends RequestOptions {
  what: string
  /** The beginning of the message; undefined if only the form of the input is at fault. */
  field?: string
  /** The status of the refusal; 400 if absent. */
  status?: number
}

export const withBody = allOperations.filter(({ body }) => body).map(({ id }) => id)

/** The query that an operation requires. */
export const queryOf = (id: string): Record<string, string> => {
  const required = described(id).parameters.filter((one) => one.in === 'query' && one.required)
  return Object.fromEntries(
    required.map(({ name, schema }) => [name, accepts(schema, 'crank') ? 'crank' : String(sample(schema))]),
  )
}

/** An acceptable body, so that only the rest is at fault. */
export async function bodyOf(
  id: string,
  seeded: SeededOrganization,
): Promise<Pick<RequestOptions, 'body' | 'headers'>> {
  if (!withBody.includes(id)) return {}
  const nothing = { fresh: async () => ({}), createOrganization: async () => '' }
  const sent = await rowOf(id).given?.({ seeded, caller: 'admin', self: seeded.userId, ...nothing })
  return { body: sent?.body ?? {}, headers: sent?.headers }
}

/** The status and message in a refusal; a browser gets them as a page. */
export function refusalIn({ status, body }: Answer): { status: number; code: unknown; message: string } {
  if (body?.schemas?.[0] === scimSchemas.error) return { status, code: Number(body.status), message: body.detail }
  // An OAuth error, which programs read.
  if (typeof body?.error === 'string') return { status, code: status, message: body.error_description }
  if (typeof body !== 'string') return { status, code: body?.error?.code, message: String(body?.error?.message) }
  return { status, code: status, message: /<p>(.*)<\/p>/.exec(body)?.[1] ?? body }
}

/** The administrator's token, or the one for the operations of a provider of identities or of the operator. */
export function tokenFor(id: string, token: string, { scimToken, operatorToken }: SeededOrganization): string {
  const { on } = operationOf(id).access
  return on === 'provisioning' ? scimToken : on === 'operator' ? operatorToken : token
}

/** Below the limit of concurrent requests of one caller, beyond which the gateway refuses. */
const sentAtOnce = 12

/** Calls `send` with each item, some at a time; returns the results, in any order. */
export async function withEach<One, Result>(all: One[], send: (one: One) => Promise<Result>): Promise<Result[]> {
  const left = all.values()
  const answers: Result[] = []
  const sendOnes = async () => {
    for (const one of left) answers.push(await send(one))
  }
  await Promise.all(Array.from({ length: sentAtOnce }, sendOnes))
  return answers
}

interface Refuser {
  writesNothing: WritesNothing
  api: Api
  seeded: SeededOrganization
  token: string
}

/** Sends each attempt as the administrator; returns those that were not refused as they should have been. */
export async function notRefused({ writesNothing, api, seeded, token }: Refuser, id: string, attempts: Attempt[]) {
  const answers = await writesNothing(() =>
    withEach(attempts, async ({ what, field, status: expected = 400, ...sent }) => {
      const params = { ...inPath(id, seeded), ...sent.params }
      const { status, code, message } = refusalIn(await api.send(id, tokenFor(id, token, seeded), { ...sent, params }))
      const isNamed = field === undefined || message.startsWith(`${field}:`) || message.startsWith(`${field}.`)
      const isRefused = status === expected && code === expected && isNamed
      return isRefused ? [] : [{ what, field, status, message: message.slice(0, 200) }]
    }),
  )
  return answers.flat()
}
