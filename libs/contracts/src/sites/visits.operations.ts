import { z } from 'zod'
import { anyone } from '../access-rules.ts'
import { operations } from '../operation.ts'

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
    calls: [...reads, 'findGitPreview'],
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
