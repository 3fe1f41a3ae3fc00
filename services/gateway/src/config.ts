import { BaseConfig } from '@quire/kit/edge'
import { z } from 'zod'

/** What the gateway reads from its environment. */
export const GatewayConfig = BaseConfig.extend({
  IDENTITY_URL: z.url(),
  CONTENT_URL: z.url(),
  SITES_URL: z.url(),
  AI_URL: z.url(),
  /** Requests a minute a caller; 0 is no limit. */
  RATE_LIMIT: z.coerce.number().int().min(0).default(6000),
  /** Proxies in front whose `X-Forwarded-For` is believed: how many there are, or their addresses. */
  TRUST_PROXY: z
    .string()
    .regex(/^\d+$|^[\da-f.:/, ]+$/i, 'must be a number of proxies or a list of their addresses')
    .transform((value) => (/^\d+$/.test(value) ? Number(value) : value))
    .optional(),
  /** Origins whose pages may call the interface, separated by commas. */
  CORS_ORIGINS: z
    .string()
    .default('')
    .transform((value) => value.split(',').flatMap((origin) => origin.trim() || [])),
  /** Where `/metrics` is served, apart from the public port; 0 is nowhere. */
  METRICS_PORT: z.coerce.number().int().min(0).max(65535).default(0),
  METRICS_HOST: z.string().default('127.0.0.1'),
  /** Seconds without a word from the broker after which no access token is accepted: it may have been revoked. */
  ACCESS_STALENESS_MAX: z.coerce.number().int().min(1).default(30),
  /** How long a service may stay silent over a request, event streams excepted. */
  PROXY_TIMEOUT_MS: z.coerce.number().int().min(1).default(60_000),
})
export type GatewayConfig = z.infer<typeof GatewayConfig>
