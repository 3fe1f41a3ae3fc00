import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An endpoint of a language model whose text and timing a test controls. */
export interface ModelEndpoint {
  /** The settings with which a system asks the model. */
  env: Record<string, string>
  /** Resolves with the answer to the next question, of which only the headers are sent. */
  asked: () => Promise<ServerResponse>
  stop: () => void
}

export async function openModelEndpoint(): Promise<ModelEndpoint> {
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
      server.emit('asked', response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    env: { AI_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, AI_MODEL: 'small' },
    asked: async () => (await once(server, 'asked'))[0],
    stop: () => void server.close().closeAllConnections(),
  }
}

/** A piece of a model's answer; the last one has a reason. */
export const written = (content: string, finish_reason: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ delta: { content }, finish_reason }] })}\n\n`
