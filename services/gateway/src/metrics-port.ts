import { listen, type Metrics } from '@quire/kit/edge'
import express from 'express'
import type { GatewayConfig } from './config.ts'

/** Serves `/metrics` apart from the public port; resolves with a function that stops the server. */
export async function serveMetrics(config: GatewayConfig, { registry }: Metrics): Promise<() => void> {
  if (config.METRICS_PORT === 0) return () => undefined
  const app = express()
  app.disable('x-powered-by')
  app.get('/metrics', async (_, response) => {
    response.type(registry.contentType).send(await registry.metrics())
  })
  const { server } = await listen(app, config.METRICS_HOST, config.METRICS_PORT)
  return () => {
    server.close()
    server.closeAllConnections()
  }
}
