import { setMaxListeners } from 'node:events'
import type { IncomingMessage } from 'node:http'
import {
  allOperations,
  identityInternalOperations,
  internalOperations,
  type Operation,
  sitesInternalOperations,
  siteVisits,
} from '@quire/contracts'
import {
  addProbes,
  type Bus,
  closeTimeoutMs,
  consoleKeyFile,
  createApp,
  createLog,
  createMetrics,
  createReadiness,
  drain,
  errorHandler,
  listen,
  notFound,
  openBus,
  openTracing,
  type Part,
  peerParts,
  processPart,
  type Revocations,
  secretKey,
  startingFor,
  uncaughtErrorReporter,
  watchRevocations,
} from '@quire/kit/edge'
import cors from 'cors'
import { apiHandler } from './api.ts'
import { authenticator, principalSigner } from './authentication/authentication.ts'
import { consoleValueReader, withoutConsoleCookie } from './authentication/console-requests.ts'
import { revokedTokens } from './authentication/revoked-tokens.ts'
import { sessionFinder } from './authentication/sessions.ts'
import { answerKeyRoll, openTokenKeys, type TokenKeys } from './authentication/token-keys.ts'
import type { GatewayConfig } from './config.ts'
import { builtConsole } from './console/built-console.ts'
import { consoleRoutes } from './console/console-routes.ts'
import { hostnamesOf } from './hosts/hostnames.ts'
import { hostRouter } from './hosts/hosts.ts'
import { authorizationServer, resourceMetadataRouter } from './hosts/well-known.ts'
import { type Kind, openBounds, socketsOf } from './limits/bounds.ts'
import { connectionLimit } from './limits/connections.ts'
import { rateLimiter } from './limits/rate-limit.ts'
import { createTarpit, tarpitRefusals } from './limits/tarpit.ts'
import { serveMetrics } from './metrics-port.ts'
import { createRecentWrites, openConsistency } from './peers/consistency.ts'
import { openPeers } from './peers/peers.ts'
import { type ProxyParts, proxyTo } from './proxying/proxy.ts'
import { admission, anonymous } from './proxying/request-admission.ts'
import { referenceRoutes } from './reference.ts'
import { operationFinder } from './routing.ts'
import { securityHeaders } from './security-headers.ts'

export { checkGateway, GatewayConfig } from './config.ts'

export interface RunningGateway {
  port: number
  closeWithinMs: number
  revocations: Revocations
  /** Accepts requests for SHUTDOWN_DRAIN_MS, then finishes those in progress; event streams end SHUTDOWN_GRACE_MS later. */
  close(): Promise<void>
  reportUncaught(error: Error): void
}

/** Starts the gateway, the only public entrance, and logs the warnings. Tests pass operations of their own. */
export async function startGateway(
  config: GatewayConfig,
  operations: Operation[] = [...allOperations, ...siteVisits],
  warnings: readonly string[] = [],
): Promise<RunningGateway> {
  const log = createLog('gateway', config.LOG_LEVEL)
  const metrics = createMetrics('gateway')
  const tracing = await openTracing(config, 'gateway', { log, metrics })
  const bus = await openBus(config, 'gateway', log, metrics)
  const revocations = watchRevocations(bus, log)
  const recentWrites = createRecentWrites()
  const peers = await openPeers(bus, log, (news) => {
    if ('revoked' in news) revocations.learn(news.revoked)
    else recentWrites.learn(news.userId, news.position)
  })
  const revoked = revokedTokens({ bus, revocations, peers, stalenessMaxMs: config.ACCESS_STALENESS_MAX * 1000, log })
  const [keys, siteKeys] = await Promise.all([
    openTokenKeys(
      config,
      { operation: identityInternalOperations.getSigningKeys, url: config.IDENTITY_URL },
      peers,
      log,
    ),
    openTokenKeys(config, { operation: sitesInternalOperations.getSiteSigningKeys, url: config.SITES_URL }, peers, log),
  ])
  answerKeyRoll(bus, keys, peers, log)
  const tarpit = createTarpit()
  const limiter = rateLimiter(config.RATE_LIMIT, tarpit)
  const consistency = openConsistency(config, recentWrites, peers)

  const bounds = openBounds(config, metrics)
  const stopping = new AbortController()
  // Each open event stream adds a listener.
  setMaxListeners(0, stopping.signal)
  const admit = admission(config, bounds, proxies(config, { consistency, revoked, stopping: stopping.signal, log }))

  // A number believes every connection. Whether a request is traced costs too much to leave that to everybody.
  const mayTrace = ({ socket }: IncomingMessage) =>
    typeof config.TRUST_PROXY !== 'number' && isTrusted(socket.remoteAddress ?? '')
  const app = createApp(log, tracing && ((request) => tracing.begin(request, mayTrace(request))))
  for (const warning of warnings) log.warn(warning)
  if (config.TRUST_PROXY !== undefined) app.set('trust proxy', config.TRUST_PROXY)
  const isTrusted = (address: string) => app.get('trust proxy fn')(address, 0)
  const connections = connectionLimit({ maxPerAddress: config.CONNECTIONS_PER_ADDRESS, isTrusted })
  const isSiteAt = hostnamesOf(config, log)
  const { PUBLIC_URL: publicUrl, SITES_HOST: sitesHost, HOSTS_ALLOW: allowed } = config
  app.use(hostRouter({ publicUrl, sitesHost, allowed, isSiteAt, count: limiter.count }))
  app.use(resourceMetadataRouter)
  const draining = new AbortController()
  addProbes(app, createReadiness(partsOf(config, { bus, revocations, keys, draining: draining.signal }), metrics))
  app.use(connections.refuse)
  app.use(securityHeaders(config.PUBLIC_URL))
  if (config.CORS_ORIGINS.length > 0) app.use(crossOrigin(config.CORS_ORIGINS))
  app.use(
    apiHandler({
      findOperation: operationFinder(operations),
      authenticate: authenticator({ access: keys, site: siteKeys }, revoked, metrics),
      consoleValue: consoleValueReader(config),
      sessionCaller: sessionFinder(config, revoked),
      revoked,
      count: limiter.count,
      consistency,
      sign: principalSigner(config, [...operations, ...internalOperations]),
      admit,
      origins: config.CORS_ORIGINS,
      cookieForSites: withoutConsoleCookie(config.PUBLIC_URL),
      metrics,
    }),
  )
  app.use(anonymous(limiter.count, bounds))
  const built = builtConsole()
  if (built) app.use(consoleRoutes({ built, publicUrl: config.PUBLIC_URL, key: secretKey(config, consoleKeyFile) }))
  else log.warn('the console is not built: `npm start` and the images build it')
  app.use(authorizationServer(config.PUBLIC_URL))
  app.use(referenceRoutes(config.PUBLIC_URL))
  app.use(({ method, path }) => {
    throw notFound(`${method} ${path.slice(0, 200)}`)
  })
  app.use(tarpitRefusals(tarpit, metrics))
  app.use(errorHandler(log))
  const { server, port } = await listen(app, config.HOST, config.PORT)
  connections.watch(server)
  // A client that sent `Expect: 100-continue` is answered once the request is admitted: see inviteBody.
  server.on('checkContinue', (request, response) => server.emit('request', request, response))
  const stopMetrics = await serveMetrics(config, { metrics, isSiteAt, log })

  return {
    port,
    closeWithinMs: config.SHUTDOWN_DRAIN_MS + config.SHUTDOWN_GRACE_MS + closeTimeoutMs,
    revocations,
    async close() {
      draining.abort()
      const { SHUTDOWN_DRAIN_MS: drainMs, SHUTDOWN_GRACE_MS: graceMs } = config
      await drain(server, { drainMs, graceMs }, () => stopping.abort())
      stopMetrics()
      limiter.stop()
      await Promise.all([keys.stop(), siteKeys.stop(), peers.close()])
      await bus.close()
      await tracing?.close()
    },
    reportUncaught: uncaughtErrorReporter({ log, metrics }),
  }
}

function proxies(config: GatewayConfig, parts: Pick<ProxyParts, 'consistency' | 'revoked' | 'stopping' | 'log'>) {
  const bytesPerSecond = config.MIN_BYTES_PER_SECOND
  const bodyThroughput = { graceMs: config.BODY_GRACE_MS, bytesPerSecond }
  const answerThroughput = { graceMs: config.ANSWER_GRACE_MS, bytesPerSecond }
  const timeoutMs = config.PROXY_TIMEOUT_MS
  const to = (target: string, kind: Kind) =>
    proxyTo({ target, sockets: socketsOf(config, kind), timeoutMs, bodyThroughput, answerThroughput, ...parts })
  const toEach = (kind: Kind) => ({
    identity: to(config.IDENTITY_URL, kind),
    content: to(config.CONTENT_URL, kind),
    sites: to(config.SITES_URL, kind),
    ai: to(config.AI_URL, kind),
  })
  return { ordinary: toEach('ordinary'), long: toEach('long'), stream: toEach('stream') }
}

/** The parts that a gateway depends on. It serves public pages without any of them, once it has begun. */
function partsOf(
  config: GatewayConfig,
  { bus, revocations, keys, draining }: { bus: Bus; revocations: Revocations; keys: TokenKeys; draining: AbortSignal },
): () => Promise<Part[]> {
  const { IDENTITY_URL: identity, CONTENT_URL: content, SITES_URL: sites, AI_URL: ai } = config
  const isStarting = startingFor(config.ACCESS_STALENESS_MAX)
  const unless = (isThere: boolean, missing: string) => (isThere ? undefined : missing)
  return async () => {
    const neededFor = isStarting() ? 'start' : undefined
    return [
      processPart(draining),
      { name: 'bus', missing: unless(bus.isAnswering(), 'the message bus'), neededFor },
      { name: 'revocations', missing: unless(revocations.isSeeded(), 'the revocations'), neededFor },
      { name: 'token keys', missing: unless(keys.isLoaded(), 'the token keys'), neededFor },
      ...peerParts({ identity, content, sites, ai }),
    ]
  }
}

function crossOrigin(origin: string[]) {
  return cors({
    origin,
    maxAge: 600,
    exposedHeaders: [
      'Deprecation',
      'Retry-After',
      'X-Quire-Consistency',
      'X-Quire-Index',
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'X-RateLimit-Reset',
      'X-Request-Id',
    ],
  })
}
