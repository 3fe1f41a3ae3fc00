import type { Request } from 'autocannon'
import type { Organization, Pages } from './data.ts'
import { type Asker, atService, type Kind, throughGateway } from './requests.ts'

/** What content's work is done on. */
interface Content extends Asker, Organization, Pages {}

const spaceOf = ({ library }: Content) => `/v1/spaces/${library.id}`
const pageOf = (on: Content) =>
  `${spaceOf(on)}/content/page/${on.library.pages[Math.floor(on.library.pages.length / 2)]}`

/** The requests to content that are measured one by one, through the gateway and some at the service itself. */
export const contentKinds: Kind<Content>[] = [
  { name: 'a space', load: (on) => throughGateway(on, [{ path: spaceOf(on) }]) },
  { name: 'a space, at its service', load: (on) => atService(on, 'getSpaceById', spaceOf(on)) },
  { name: 'a page with its markdown', load: (on) => throughGateway(on, [{ path: pageOf(on) }]) },
  { name: 'a page with its markdown, at its service', load: (on) => atService(on, 'getPageById', pageOf(on)) },
  {
    name: 'a list of 50 spaces',
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
