import type { Operation } from '@quire/contracts'
import { routeTable } from '@quire/kit'
import type { Person } from '@quire/world'
import { clientsOf, inTurn } from './clients.ts'
import { type PublishedOperation, publishedReplies } from './published-replies.ts'

/** The published clients of people, whose requests and answers are checked against the published description. */
export type DrivenClient = ReturnType<typeof drive>

/**
 * Watches the operations with these tags or ids of the published description. An answer fits the later version of the description too, where that has the
 * operation with this status.
 */
export function drive(gateways: string[], tags: string[], ids: string[] = []) {
  const published = publishedReplies('gitbook-api')
  const later = publishedReplies('gitbook-api-authoring')
  const operations = published.operations.filter(
    (one) => one.tags.some((tag) => tags.includes(tag)) || ids.includes(one.id),
  )
  const find = routeTable(
    operations.map((one) => ({ ...one, rest: one.path.endsWith('/{pagePath}') })) as unknown as Operation[],
  )
  const said = new Set<string>()
  const problems: string[] = []
  const balanced = inTurn(gateways)

  const watched: typeof fetch = async (input, init) => {
    const response = await balanced(input, init)
    const { method, url } = new Request(input, init)
    const { pathname, searchParams } = new URL(url)
    const operation = find(method, pathname)?.operation as unknown as PublishedOperation | undefined
    if (!operation) return response
    const { status } = response
    const text = await response.clone().text()
    for (const one of saidIn(operation.id, searchParams, init?.body)) said.add(one)
    said.add(`${operation.id} ${status}`)
    problems.push(...problemsOf(operation, status, text).map((problem) => `${operation.id} ${status} ${problem}`))
    return response
  }

  function problemsOf({ id, statuses }: PublishedOperation, status: number, text: string): string[] {
    const descriptions = [published, later].filter((one) => one.knows(id, status))
    if (published.knows(id, status))
      return [...new Set(descriptions.flatMap((one) => one.problems(id, status, JSON.parse(text))))]
    if (status < 400) return [...(text ? ['has a body'] : []), ...(statuses.includes(status) ? [] : ['is no outcome'])]
    const { error } = JSON.parse(text)
    return error?.code === status && typeof error.message === 'string' ? [] : [`has the error ${text}`]
  }

  return {
    clientOf: (person: Person) => clientsOf(person, watched).api,
    /** Disagreements with the published description since the last call. */
    problems: () => problems.splice(0),
    /** Everything published that was not tried: outcomes, query parameters, fields of bodies. */
    untried: () => operations.flatMap(possibilities).filter((one) => !said.has(one)),
  }
}

function saidIn(id: string, query: URLSearchParams, body: unknown): string[] {
  const fields = typeof body === 'string' && body !== '' ? Object.keys(JSON.parse(body)) : []
  return [...[...query.keys()].map((name) => `${id} ?${name}`), ...fields.map((name) => `${id} .${name}`)]
}

const possibilities = ({ id, statuses, query, body }: PublishedOperation): string[] => [
  ...statuses.map((status) => `${id} ${status}`),
  ...query.map((name) => `${id} ?${name}`),
  ...body.map((name) => `${id} .${name}`),
]
