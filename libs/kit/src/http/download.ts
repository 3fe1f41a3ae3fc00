import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { Logger } from '../log.ts'
import type { Download } from './outcome.ts'

/** Writes a file as fast as the client takes it. Headers are out with the first byte, so a failure breaks off. */
export async function writeDownload(response: ServerResponse, { content, headers }: Download, log: Logger) {
  // The pipeline listens for the response's end six times over, and so do the log and the metrics.
  response.setMaxListeners(20)
  response.writeHead(200, headers)
  try {
    await pipeline(content, response)
  } catch (error) {
    if (!response.destroyed || content.errored) log.error({ err: error }, 'download failed')
    response.destroy()
  }
}
