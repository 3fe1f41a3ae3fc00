import { Agent, get } from 'node:http'
import type { AskedOrganization } from './organizations.ts'

/** After how long the first event of a streamed answer arrived, and its end. */
interface StreamTimes {
  firstMs: number
  endMs: number
}

/** Streams the answers to the questions through the gateway, one after the other. */
export async function streamTimes(
  { gateway, token }: { gateway: string; token: string },
  { id, questions }: AskedOrganization,
  signal: AbortSignal,
): Promise<StreamTimes[]> {
  const agent = new Agent({ keepAlive: true })
  const headers = { authorization: `Bearer ${token}` }
  const took: StreamTimes[] = []
  for (const question of questions) {
    const url = `${gateway}/v1/orgs/${id}/ask/stream?${new URLSearchParams({ query: question })}`
    took.push(await streamTime(url, { agent, headers, signal }))
  }
  agent.destroy()
  return took
}

function streamTime(url: string, options: Parameters<typeof get>[1]): Promise<StreamTimes> {
  const { promise, resolve, reject } = Promise.withResolvers<StreamTimes>()
  const begun = performance.now()
  const since = () => performance.now() - begun
  get(url, options, (answer) => {
    let firstMs = 0
    let last = ''
    answer.setEncoding('utf8').on('data', (chunk: string) => {
      firstMs ||= since()
      last = `${last}${chunk}`.slice(-200)
    })
    answer.once('error', reject)
    answer.once('end', () => {
      if (answer.statusCode === 200 && last.includes('event: done')) resolve({ firstMs, endMs: since() })
      else reject(new Error(`an answer was ${answer.statusCode} and ended with ${last}`))
    })
  }).once('error', reject)
  return promise
}
