import { errorHandler, type Logger, listen, type Metrics } from '@quire/kit/edge'
import express from 'express'
import type { GatewayConfig } from './config.ts'
import type { IsSiteAt } from './hosts/hostnames.ts'
import { verifiedHostname, verifiedHostnamePath } from './hosts/verified-hostname.ts'

interface InternalParts {
  metrics: Metrics
  isSiteAt: IsSiteAt
  log: Logger
}

/**
 * Serves monitoring and the proxies in front, apart from the public port: `/metrics`, and which hostnames are verified.
 * Resolves with a function that stops the server.
 */
export async function serveMetrics(
  config: GatewayConfig,
  { metrics: { registry }, isSiteAt, log }: InternalParts,
): Promise<() => void> {
  if (config.METRICS_PORT === 0) return () => undefined
  const app = express()
  app.disable('x-powered-by')
  app.get('/metrics', async (_, response) => {
    response.type(registry.contentType).send(await registry.metrics())
  })
  app.get(verifiedHostnamePath, verifiedHostname(isSiteAt))
  app.use(errorHandler(log))
  const { server } = await listen(app, config.METRICS_HOST, config.METRICS_PORT)
  return () => {
    server.close()
    server.closeAllConnections()
  }
}
