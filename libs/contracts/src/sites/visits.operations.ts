import { z } from 'zod'
import { anyone } from '../access.ts'
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
]

/** What browsers and machines read of published sites; none of it is part of the management interface. */
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
    calls: reads,
  },
})

/** The MCP server of a published site: what programs that answer people's questions read it by. */
export const siteToolOperations = operations('sites', {
  callSiteTools: {
    method: 'POST',
    path: '/sites/{address}',
    rest: true,
    summary: 'Send a message to the MCP server of a published site',
    access: anyone,
    // Its protocol says what a message is, and the protocol's library reads it.
    body: z.unknown(),
    replies: { 200: z.unknown() },
    visit: true,
    reads: true,
    slow: true,
    passes: ['authorization', 'mcp-method', 'mcp-name', 'mcp-protocol-version', 'origin'],
    calls: reads,
  },
})
