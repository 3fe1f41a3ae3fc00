import { BaseConfig } from '@quire/kit/edge'
import { z } from 'zod'
import { TrustedProxies } from './trusted-proxies.ts'

const count = (fallback: number) => z.coerce.number().int().min(1).default(fallback)

/** What the gateway reads from its environment. */
export const GatewayConfig = BaseConfig.extend({
  IDENTITY_URL: z.url(),
  CONTENT_URL: z.url(),
  SITES_URL: z.url(),
  AI_URL: z.url(),
  /** Requests a minute a caller; 0 is no limit. */
  RATE_LIMIT: z.coerce.number().int().min(0).default(6000),
  TRUST_PROXY: TrustedProxies,
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
  PROXY_TIMEOUT_MS: count(60_000),
  /** Requests that one caller may have under way: by user, or by address where there is no token. */
  CALLER_REQUESTS: count(64),
  /** Those of them with a large body, or whose work may take minutes. */
  CALLER_LONG_REQUESTS: count(16),
  /** Event streams and downloads, likewise. */
  CALLER_STREAMS: count(16),
  /** How many callers' worth of all these one address may have under way. */
  CALLERS_PER_ADDRESS: count(3),
  CONNECTIONS_PER_ADDRESS: count(512),
  /** How long a request waits until it may go on, before 429 or 503. */
  QUEUE_TIMEOUT_MS: count(5000),
  /** Bodies up to here are read before a service hears of the request. */
  SMALL_BODY_BYTES: count(64 * 1024),
  /** How fast a body must come and an answer be read, after a time in which it may be slower. */
  MIN_BYTES_PER_SECOND: count(8192),
  BODY_GRACE_MS: count(10_000),
  ANSWER_GRACE_MS: count(30_000),
})
export type GatewayConfig = z.infer<typeof GatewayConfig>
