import type { Request } from 'autocannon'
import { z } from 'zod'
import { clientOf, must } from './api.ts'
import type { FilledSpace, Organization, Pages } from './data.ts'
import { type Asker, atService, type Kind, throughGateway } from './requests.ts'
import type { Target } from './rounds.ts'
import { pageText } from './words.ts'

/** What content's work is done on. */
interface Content extends Asker, Organization, Pages {}

const spaceOf = ({ library }: Content) => `/v1/spaces/${library.id}`
const pageOf = (on: Content) => `${spaceOf(on)}/content/page/${on.library.leaf.id}`

/** The requests to content that are measured one by one, through the gateway and some at the service itself. */
export const contentKinds: Kind<Content>[] = [
  { name: 'a space', load: (on) => throughGateway(on, [{ path: spaceOf(on) }]) },
  { name: 'a space, at its service', load: (on) => atService(on, 'getSpaceById', spaceOf(on)) },
  { name: 'a page with its markdown', load: (on) => throughGateway(on, [{ path: pageOf(on) }]) },
  { name: 'a page with its markdown, at its service', load: (on) => atService(on, 'getPageById', pageOf(on)) },
  {
    name: 'a list of 50 spaces',
    answers: 'spaces',
    load: (on) => throughGateway(on, [{ path: `/v1/orgs/${on.organization}/spaces?limit=50` }]),
  },
  {
    name: 'a search in 1,000 pages',
    load: (on) =>
      throughGateway(
        on,
        searches.map((query) => ({ path: `${spaceOf(on)}/search?query=${encodeURIComponent(query)}` })),
      ),
    atLeastSeconds: 4,
  },
  { name: 'a comment, all on one space', load: (on) => throughGateway(on, [commentOn(on.library.id)]) },
  { name: 'a comment, on 60 spaces in turn', load: (on) => throughGateway(on, on.spaces.map(commentOn)) },
  { name: 'the content of a page changed', load: changing },
]

const searches = ['database migration', 'webhook timeout', 'search ranking of pages', 'zone', 'who may publish a site']

function commentOn(space: string): Request {
  return {
    method: 'POST',
    path: `/v1/spaces/${space}/comments`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ body: { markdown: 'The second step needs the *new* name of the option.' } }),
  }
}

const Made = z.object({ id: z.string() })
let written = 2_000_000

/** Each connection changes page after page of a change request of its own, in the small spaces. */
function changing(on: Content): Target['load'] {
  return async (connections, seconds, signal) => {
    const send = clientOf(on.quire.gateway, signal, { authorization: `Bearer ${on.token}` })
    const begin = async ({ id, pages }: FilledSpace) => {
      const path = `/v1/spaces/${id}/change-requests`
      return { path: `${path}/${Made.parse(await must(send('POST', path, {}))).id}/content`, pages }
    }
    const spaces = Array.from({ length: connections }, (_, at) => on.small[at % on.small.length] ?? on.library)
    const begun = await Promise.all(spaces.map(begin))
    let given = 0
    const request: Request = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      setupRequest(sent, context) {
        const mine = context as { number?: number }
        mine.number ??= given++
        const { path, pages } = begun[mine.number % begun.length] ?? { path: '', pages: [] }
        const page = pages[written % pages.length]
        const changes = [{ operation: 'update_page', page, document: { markdown: pageText(written++) } }]
        return { ...sent, path, body: JSON.stringify({ changes }) }
      },
    }
    return throughGateway(on, [request])(connections, seconds, signal)
  }
}
