import { z } from 'zod'
import { anyone, signedIn } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { PublishedUrl } from './published.ts'

const reads = [
  'listPublishedPages',
  'getPublishedPage',
  'listPublishedTexts',
  'getPublishedFile',
  'searchPublishedSpaces',
  'askInSpaces',
  'recommendQuestionsInSpaces',
  'findPublishedPath',
  'findMovedPage',
]

/** Operations for visitors of published sites, browsers and programs; not part of the management interface. */
export const visitOperations = operations('sites', {
  visitSite: {
    method: 'GET',
    path: '/sites/{address}',
    rest: true,
    summary: 'Read a published site',
    access: anyone,
    replies: { 200: z.unknown() },
    visit: true,
    page: true,
    // Whether a person opens the page, or a script fetches it.
    passes: ['sec-fetch-mode'],
    calls: [...reads, 'findGitPreview'],
  },
})

/** The path of the console's screen that opens an internal site, with the wanted page in the parameter `to`. */
export const visitScreen = '/visit'

/** Opens internal sites for their members; published clients have no such path (docs/adr/0070). */
export const memberVisitOperations = operations('sites', {
  createSiteVisit: {
    method: 'POST',
    path: '/v1/visits',
    summary: 'Make an address that opens an internal site for the caller in the browser that asked for it',
    access: signedIn,
    body: z.object({
      /** The wanted page, at any address of the site. */
      url: PublishedUrl,
      /** The hash of a secret that the browser has as a cookie of the site. */
      state: z.string().regex(/^[\w-]{43}$/, 'must be the parameter of the address that the site redirected to'),
    }),
    replies: { 200: z.strictObject({ url: z.string() }) },
    reads: true,
    secret: true,
  },
})

/** The MCP server of a published site, for programs that answer people's questions. */
export const siteToolOperations = operations('sites', {
  callSiteTools: {
    method: 'POST',
    path: '/sites/{address}',
    rest: true,
    summary: 'Send a message to the MCP server of a published site',
    access: anyone,
    // The library of the protocol parses the message.
    body: z.unknown(),
    replies: { 200: z.unknown() },
    visit: true,
    reads: true,
    slow: true,
    passes: ['authorization', 'mcp-method', 'mcp-name', 'mcp-protocol-version', 'origin'],
    calls: reads,
  },
})
