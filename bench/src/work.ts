import type { Request } from 'autocannon'
import type { Data } from './data.ts'
import type { principals } from './direct.ts'
import { fire } from './load.ts'
import type { Target } from './rounds.ts'
import type { Quire } from './system.ts'

interface WorkOptions {
  quire: Pick<Quire, 'gateway' | 'content'>
  data: Data
  token: string
  principal: ReturnType<typeof principals>
}

/** The requests that are measured one by one, through the gateway and some directly at their service. */
export function requestTargets({ quire, data, token, principal }: WorkOptions): Target[] {
  const authorization = { authorization: `Bearer ${token}` }
  const throughGateway = (name: string, requests: Request[]): Target => ({
    name,
    load: (...how) =>
      fire(
        {
          url: quire.gateway,
          requests: requests.map((one) => ({ ...one, headers: { ...one.headers, ...authorization } })),
        },
        ...how,
      ),
  })
  const atService = (name: string, operation: string, path: string): Target => ({
    name: `${name}, at its service`,
    load: (...how) => fire({ url: quire.content, requests: [{ path, headers: principal(operation, path) }] }, ...how),
  })

  const { organization, spaces, library } = data
  const space = `/v1/spaces/${library.id}`
  const page = `${space}/content/page/${library.pages[Math.floor(library.pages.length / 2)]}`
  return [
    throughGateway('a space', [{ path: space }]),
    atService('a space', 'getSpaceById', space),
    throughGateway('a page with its markdown', [{ path: page }]),
    atService('a page with its markdown', 'getPageById', page),
    throughGateway('a list of 50 spaces', [{ path: `/v1/orgs/${organization}/spaces?limit=50` }]),
    {
      ...throughGateway(
        'a search in 1,000 pages',
        searches.map((query) => ({ path: `${space}/search?query=${encodeURIComponent(query)}` })),
      ),
      atLeastSeconds: 4,
    },
    throughGateway('a comment, all on one space', [commentOn(library.id)]),
    throughGateway('a comment, on 60 spaces in turn', spaces.map(commentOn)),
  ]
}

const searches = ['database migration', 'webhook timeout', 'search ranking of pages', 'zone', 'who may publish a site']

function commentOn(space: string): Request {
  return {
    method: 'POST',
    path: `/v1/spaces/${space}/comments`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ body: { markdown: 'The second step needs the *new* name of the option.' } }),
  }
}
