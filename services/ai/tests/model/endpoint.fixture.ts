import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request to the endpoint. */
interface ChatRequest {
  url: string
  headers: IncomingHttpHeaders
  body: { model: string; stream?: boolean; messages: { role: string; content: string }[]; input?: string[] }
  response: ServerResponse
  /** Resolves when either side closes the connection of the request. */
  closed: Promise<unknown>
}

type Answer = (request: ChatRequest) => unknown

/** Frames a piece of an answer as endpoints do. */
export const chunk = (content: string, finish_reason: string | null = null) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content }, finish_reason }] })}\n\n`

/** Begins a stream. */
export const begin = ({ response }: ChatRequest) =>
  void response.writeHead(200, { 'content-type': 'text/event-stream' })

/** Answers completely with these pieces. */
export const says =
  (...pieces: string[]): Answer =>
  (request) => {
    begin(request)
    for (const piece of pieces) request.response.write(chunk(piece))
    request.response.end(`${chunk('', 'stop')}data: [DONE]\n\n`)
  }

/** Answers with an error status. */
export const fails =
  (status: number, headers: Record<string, string> = {}): Answer =>
  ({ response }) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end('{"error":{"message":"secret"}}')

/**
 * Starts an endpoint compatible with OpenAI's API. Each request gets the next of the test's answers, the last one
 * repeatedly.
 */
export async function startEndpoint() {
  const requests: ChatRequest[] = []
  let answers: Answer[] = [says('')]
  let arrived = Promise.withResolvers<ChatRequest>()
  const server = createServer(async (incoming, response) => {
    let text = ''
    for await (const piece of incoming) text += piece
    const { url = '', headers } = incoming
    const request = { url, headers, body: JSON.parse(text), response, closed: once(response, 'close') }
    requests.push(request)
    arrived.resolve(request)
    arrived = Promise.withResolvers()
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    await answer?.(request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    /** Sets the answers to the next requests. */
    answer(...next: Answer[]) {
      answers = next
      requests.length = 0
    },
    /** Resolves to the next request that arrives. */
    next: () => arrived.promise,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

export type Endpoint = Awaited<ReturnType<typeof startEndpoint>>
