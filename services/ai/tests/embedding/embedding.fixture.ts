import type { RunningService } from '@quire/kit'
import { onStatements } from '@quire/world/service-test'
import { sql as raw } from 'kysely'
import { startAi } from '../../src/app.ts'
import { type Endpoint, startEndpoint } from '../model/endpoint.fixture.ts'
import { startWorld, type World } from '../world.ts'

type Answer = Parameters<Endpoint['answer']>[0]

/** A toy embedding: texts about logging in are similar regardless of their words. */
export function toyVector(text: string): number[] {
  const isAboutLogin = /log on|sign in|authenticat|credential/i.test(text)
  return [isAboutLogin ? 3 : 0, 1, (text.match(/morning/gi) ?? []).length]
}

/** Returns a handler of requests to embed texts. */
export const embeds =
  (vectorOf = toyVector): Answer =>
  ({ body, response }) => {
    const data = (body.input ?? []).map((text, index) => ({ index, embedding: vectorOf(text) }))
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }))
  }

/** Starts ai with an endpoint that embeds. */
export async function startEmbeddingWorld(settings: NodeJS.ProcessEnv = {}) {
  const endpoint = await startEndpoint()
  endpoint.answer(embeds())
  const env = {
    AI_BASE_URL: endpoint.url,
    AI_EMBEDDING_MODEL: 'toy',
    AI_API_KEY: 'sk-key',
    AI_RETRIES: '0',
    ...settings,
  }
  const world = await startWorld((given) => startAi({ ...given, ...env }))
  return {
    ...world,
    endpoint,
    env,
    /** Texts that were sent, in order. */
    sent: () => endpoint.requests.flatMap(({ body }) => body.input ?? []),
    /** Publishes a space and waits until it has its vectors. */
    async embed(...space: Parameters<World['publish']>) {
      await world.publish(...space)
      await embedded(world, [space[0]])
    },
    async stop() {
      await world.stop()
      endpoint.stop()
    },
  }
}

interface Embedding {
  model?: string
  /** Other processes that may embed the spaces. */
  others?: RunningService[]
}

/** Resolves when spaces are indexed and all their pages have vectors; checks at each update of the queue. */
export async function embedded(world: World, spaces: string[], { model = 'toy', others = [] }: Embedding = {}) {
  for (const id of spaces) await world.queued(id, (row) => row?.pending === false)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const check = async () => {
    const { rows } = await raw`
      select from embedding_space left join page using (space_id)
      where space_id = any(${spaces}::text[]) and (waits or embedded_by <> ${model})`.execute(world.sql())
    if (rows.length === 0) resolve()
  }
  const onStatement = (statement: string) => {
    if (/^\s*update "?embedding_space/.test(statement)) check().catch(reject)
  }
  const stops = [world.test.service, ...others].map((service) => onStatements(service, onStatement))
  await check()
  await promise
  for (const stop of stops) stop()
}
