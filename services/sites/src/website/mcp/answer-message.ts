import { createMcpHandler } from '@modelcontextprotocol/server'
import { VisitAnswer, type VisitRequest } from '@quire/kit'
import type { SitesContext } from '../../context.ts'
import { toolsAddress } from '../site/site-hrefs.ts'
import { toolServer } from './tool-server.ts'
import type { ToolVisitor } from './tool-visitor.ts'

/** Longer than the timeout of any tool. */
const timeoutMs = 60_000

type Message = Pick<SitesContext, 'visit' | 'signal' | 'log'> & { body: unknown }

/**
 * Answers one message of the Model Context Protocol. Requests are stateless: the library creates a server for each,
 * also for clients of protocol versions with sessions, which get none.
 */
export async function answerMessage({ visit, body, signal, log }: Message, visitor: ToolVisitor): Promise<VisitAnswer> {
  let problem: Error | undefined
  const handler = createMcpHandler(() => toolServer(visitor, { log, signal }), {
    // No change notifications are sent.
    maxSubscriptions: 0,
    onerror(error) {
      problem = error
    },
  })
  const request = new Request(toolsAddress(visitor.pageContext.site), {
    method: 'POST',
    headers: headersOf(visit),
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  })
  const response = await handler.fetch(request, { parsedBody: body })
  const { status, headers } = response
  if (status >= 500) log.error({ err: problem, status }, 'a message to the tools of a site failed')
  const type = headers.get('content-type')
  const says = {
    ...(type !== null && { 'Content-Type': type }),
    'Cache-Control': 'no-store',
    'X-Robots-Tag': 'noindex',
  }
  // An answer is short, whether it is JSON or a single event.
  return new VisitAnswer(status, says, Buffer.from(await response.arrayBuffer()))
}

/** Returns the headers that the protocol reads, without credentials. */
function headersOf({ headers }: VisitRequest): Record<string, string> {
  const read = ['accept', 'content-type', 'mcp-method', 'mcp-name', 'mcp-protocol-version']
  return Object.fromEntries(
    read.flatMap((name) => {
      const value = headers[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
}
