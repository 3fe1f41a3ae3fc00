import { createMcpHandler } from '@modelcontextprotocol/server'
import { type Visit, VisitAnswer } from '@quire/kit'
import type { SitesContext } from '../../context.ts'
import { toolsAddress } from '../frame/links.ts'
import type { ToolReader } from './reader.ts'
import { toolServer } from './tool-server.ts'

/** Longer than any tool takes. */
const mostMs = 60_000

type Message = Pick<SitesContext, 'visit' | 'signal' | 'log'> & { body: unknown }

/**
 * Answers one message of the Model Context Protocol. Nothing is kept between two messages: the library makes a server for
 * each, for clients of the protocol's versions with sessions too, which get none.
 */
export async function answerMessage({ visit, body, signal, log }: Message, reader: ToolReader): Promise<VisitAnswer> {
  let problem: Error | undefined
  const handler = createMcpHandler(() => toolServer(reader, { log, signal }), {
    // Nothing here tells of changes.
    maxSubscriptions: 0,
    onerror(error) {
      problem = error
    },
  })
  const request = new Request(toolsAddress(reader.visiting.site), {
    method: 'POST',
    headers: headersOf(visit),
    signal: AbortSignal.any([signal, AbortSignal.timeout(mostMs)]),
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
  // An answer is short, whether it is JSON or one event.
  return new VisitAnswer(status, says, Buffer.from(await response.arrayBuffer()))
}

/** Those that the protocol reads, without who asks. */
function headersOf({ headers }: Visit): Record<string, string> {
  const read = ['accept', 'content-type', 'mcp-method', 'mcp-name', 'mcp-protocol-version']
  return Object.fromEntries(
    read.flatMap((name) => {
      const value = headers[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
}
