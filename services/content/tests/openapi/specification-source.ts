import { createServer, type RequestListener } from 'node:http'
import { processedSubject } from '../../src/openapi/processing.ts'
import { publicUrl, startWorld, type World } from '../world.ts'

/** A small specification. */
export const petstore = (title = 'Pets') => ({
  openapi: '3.1.0',
  info: { title, version: '1' },
  paths: { '/pets': { get: { responses: { 200: { description: 'All' } } } } },
})

/** Starts a server of specifications, with answers by path, and a content service that may fetch from this server. */
export async function startWithSource() {
  const answers = new Map<string, RequestListener>()
  const server = createServer((request, response) => {
    const answer = answers.get(request.url ?? '') ?? ((_, missing) => missing.writeHead(404).end())
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const host = typeof address === 'object' && address ? `127.0.0.1:${address.port}` : ''
  const world = await startWorld({ OUTBOUND_ALLOW: host })
  const params = (specSlug: string) => ({ params: { specSlug } })
  const read = async (id: string, specSlug: string) => (await world.send(id, { as: 'rex', ...params(specSlug) })).body
  return {
    world,
    base: `http://${host}`,
    /** Sets the answer for a path: a value as JSON, a text, or a listener. */
    serve: (path: string, answer: object | string | RequestListener) =>
      void answers.set(path, typeof answer === 'function' ? (answer as RequestListener) : replying(answer)),
    /** Gives a specification a source; returns the specification once the source is processed. */
    put: (specSlug: string, source: object) =>
      processed(world, specSlug, () =>
        world.send('createOrUpdateOpenAPISpecBySlug', { ...params(specSlug), body: { source } }),
      ),
    spec: (specSlug: string) => read('getOpenAPISpecBySlug', specSlug),
    /** Lists the versions of a specification, newest first. */
    versions: async (specSlug: string) => (await read('listOpenAPISpecVersions', specSlug)).items,
    /** Reads the content of the latest version. */
    said: async (specSlug: string) =>
      (await read('getLatestOpenAPISpecVersionContent', specSlug)).filesystem?.['openapi.json'].specification,
    /** Reads an address of a specification without a token. */
    open: (url: string, headers: Record<string, string> = {}) => {
      const [, openAPISpecId = '', versionId = ''] = /openapi-specs\/(\w+)\/versions\/(\w+)$/.exec(url) ?? []
      const token = url.slice(`${publicUrl}/v1/openapi-specs/downloads/`.length)
      return world.send(openAPISpecId ? 'downloadPublishedOpenAPISpec' : 'downloadOpenAPISpecVersion', {
        as: { kind: 'none', scope: 'full' } as never,
        headers,
        params: openAPISpecId ? { openAPISpecId, versionId } : { versionToken: token },
      })
    },
    async stop() {
      server.closeAllConnections()
      await world.stop()
      server.close()
    },
  }
}

function replying(answer: object | string): RequestListener {
  return (_, response) => void response.end(typeof answer === 'string' ? answer : JSON.stringify(answer))
}

/** Does `work`, which changes a specification; returns the specification once it is processed. */
export async function processed(world: World, slug: string, work: () => Promise<unknown>) {
  const { connection, subject } = world.test.service.foundation.bus
  const said = connection.subscribe(subject(processedSubject))
  await connection.flush()
  await work()
  const find = async () => (await world.send('getOpenAPISpecBySlug', { params: { specSlug: slug } })).body
  const { id } = await find()
  for await (const message of said) if (message.string() === id) break
  return find()
}

/** Returns a listener that never answers, and a promise that resolves with the first request. */
export function hanging() {
  const { promise: asked, resolve } = Promise.withResolvers<void>()
  const hang: RequestListener = () => resolve()
  return { asked, hang }
}
