import { randomBytes } from 'node:crypto'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { KeyHolder, keyRollSubject } from '@quire/contracts'
import { BaseConfig, type Bus, createLog, openBus, seededKey } from '@quire/kit'
import type { SignOptions } from 'jsonwebtoken'
import { GatewayConfig, type RunningGateway, startGateway } from '../src/app.ts'
import { type Link, openLink } from './broker-link.ts'
import { testOperations } from './operations.ts'
import { startKeys, startOwner } from './owner.ts'
import { makeSecrets, tokenFor } from './test-secrets.ts'

/** A broker, an owner of operations, two publishers of keys, and the gateways that a test starts. */
export async function openWorld() {
  const secrets = makeSecrets()
  const owner = await startOwner(secrets)
  const keys = await startKeys(secrets)
  const siteKeys = await startKeys(secrets, 'sites')
  const base = {
    NATS_URL: process.env.TEST_NATS_URL,
    SECRETS_DIR: secrets.dir,
    PUBLIC_URL: 'https://docs.example.com',
    LOG_LEVEL: 'silent',
    BUS_PREFIX: `gateway_${randomBytes(6).toString('hex')}`,
    IDENTITY_URL: keys.url,
    CONTENT_URL: owner.url,
    SITES_URL: siteKeys.url,
    // Nobody listens on the discard port.
    AI_URL: 'http://127.0.0.1:9',
    SHUTDOWN_GRACE_MS: '300',
  }
  const bus: Bus = await openBus(BaseConfig.parse(base), 'test', createLog('test', 'silent'))
  await bus.revocations.put(seededKey, '')
  const gateways = new Set<RunningGateway>()
  const start = async (env: Record<string, string> = {}): Promise<RunningGateway> => {
    const gateway = await startGateway(GatewayConfig.parse({ ...base, ...env }), testOperations)
    const one: RunningGateway = {
      ...gateway,
      close() {
        gateways.delete(one)
        return gateway.close()
      },
    }
    gateways.add(one)
    return one
  }
  const gateway = async (env?: Record<string, string>): Promise<RunningGateway> => {
    const one = await start(env)
    await one.revocations.learned(seededKey)
    return one
  }
  const links = new Set<Link>()
  return {
    /** A gateway's environment, to which a test may add. */
    env: base,
    secrets,
    owner,
    keys,
    bus,
    token: (userId: string, claims?: object, options?: SignOptions) => tokenFor(secrets, userId, claims, options),
    /** Publishes the ids of the current keys and collects the gateways' answers, as identity does. */
    async callTheRoll(): Promise<KeyHolder[]> {
      const roll = JSON.stringify({ kids: secrets.publicKeys.map(({ kid }) => kid) })
      const holders: KeyHolder[] = []
      const rollCall = { strategy: 'stall', maxWait: 2000, stall: 400 } as const
      const answers = await bus.connection.requestMany(bus.subject(keyRollSubject), roll, rollCall)
      for await (const answer of answers) holders.push(KeyHolder.parse(answer.json()))
      return holders
    },
    /** Starts a gateway, which may not know the revocations yet. */
    start,
    gateway,
    /** Starts a gateway whose connection to the broker the test controls. */
    async gatewayOnLink(env: Record<string, string> = {}) {
      const link = await openLink(base.NATS_URL ?? '')
      links.add(link)
      return { gateway: await gateway({ NATS_URL: link.url, ...env }), link }
    },
    async close() {
      for (const link of links) link.release()
      await Promise.all([...gateways].map((one) => one.close()))
      for (const link of links) link.close()
      siteKeys.close()
      owner.close()
      keys.close()
      await bus.manager.streams.delete(bus.stream)
      await bus.manager.streams.delete(`KV_${bus.stream}_revocations`)
      await bus.close()
      secrets.remove()
    },
  }
}
export type World = Awaited<ReturnType<typeof openWorld>>

export interface Reply {
  status: number
  headers: IncomingHttpHeaders
  text: string
  json: unknown
}

interface RequestOptions {
  method?: string
  headers?: Record<string, string>
  token?: string
  body?: string
}

/** Sends a request whose path is exactly as given: `fetch` would normalize it. */
export function send({ port }: { port: number }, path: string, sent: RequestOptions = {}): Promise<Reply> {
  const { method = 'GET', token, body } = sent
  const headers = { ...(token && { authorization: `Bearer ${token}` }), ...sent.headers }
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.once('error', reject)
      response.once('end', () => {
        const text = Buffer.concat(chunks).toString()
        const isJson = response.headers['content-type']?.startsWith('application/json')
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text,
          json: isJson && text !== '' ? JSON.parse(text) : undefined,
        })
      })
    })
    request.once('error', reject)
    request.end(body)
  })
}
