import { SiteHostname } from '@quire/contracts'
import { BaseConfig, type ConfigProblem, serviceAddress, webOrigins } from '@quire/kit/edge'
import { z } from 'zod'
import { TrustedProxies } from './limits/addresses.ts'

const listOf = (text: string) => text.split(',').flatMap((one) => one.trim() || [])
const count = (fallback: number) => z.coerce.number().int().min(1).default(fallback)

const hostName = /^[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?$/

/** The gateway's settings, read from its environment. */
export const GatewayConfig = BaseConfig.extend({
  IDENTITY_URL: serviceAddress.describe('Address of identity, for services that call it.'),
  CONTENT_URL: serviceAddress.describe('Address of content, for services that call it.'),
  SITES_URL: serviceAddress.describe('Address of sites, for services that call it.'),
  AI_URL: serviceAddress.describe('Address of ai, for services that call it.'),
  RATE_LIMIT: z.coerce
    .number()
    .int()
    .min(0)
    .default(6000)
    .describe('Requests per minute of one caller; 0 for no limit.'),
  TRUST_PROXY: TrustedProxies.describe(
    'Addresses or networks of the proxies in front, separated by commas, whose `X-Forwarded-For` is believed ([when to set it](../operations.md#behind-a-proxy)).',
  ),
  CORS_ORIGINS: webOrigins.describe('Origins whose pages may call the interface, separated by commas.'),
  SITES_HOST: z
    .string()
    .toLowerCase()
    .pipe(SiteHostname)
    .optional()
    .describe('Name beneath which hosts of sites point ([hosts of sites](../operations.md#hosts-of-sites)).'),
  HOSTS_ALLOW: z
    .string()
    .toLowerCase()
    .default('')
    .transform(listOf)
    .refine((hosts) => hosts.every((host) => hostName.test(host)), 'must be names without ports, separated by commas')
    .describe(
      'Further names at which the installation is served beside that of `PUBLIC_URL`, such as its name within a cluster, separated by commas ([hosts](../operations.md#hosts)).',
    ),
  METRICS_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65535)
    .default(0)
    .describe(
      'Port of `/metrics` and of [verified hostnames](../operations.md#certificates), which are not served on the public port; 0 serves them nowhere.',
    ),
  METRICS_HOST: z.string().default('127.0.0.1').describe('Address of that port.'),
  ACCESS_STALENESS_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .default(30)
    .describe('Seconds without contact to the message bus after which access tokens are refused.'),
  PROXY_TIMEOUT_MS: count(60_000).describe(
    'Time that a service may be silent before the answer is 504; event streams have no limit.',
  ),
  CALLER_REQUESTS: count(8).describe(
    'Requests in progress of one caller: of a user, or of an address without a token ([bounds](../operations.md#bounds-at-the-gateway)).',
  ),
  CALLER_LONG_REQUESTS: count(16).describe(
    'Requests in progress of one caller that have a large body or may take minutes; they count separately.',
  ),
  CALLER_STREAMS: count(16).describe('Event streams and downloads in progress of one caller.'),
  CALLERS_PER_ADDRESS: count(3).describe('Multiple of these three limits that one address may use.'),
  CONNECTIONS_PER_ADDRESS: count(512).describe(
    'Connections of one address; a request on a further one is answered 429. Proxies in `TRUST_PROXY` have no limit.',
  ),
  QUEUE_TIMEOUT_MS: count(5000).describe('Longest wait of a request in a queue, before 429 or 503.'),
  SMALL_BODY_BYTES: count(64 * 1024).describe(
    'Largest body that is read whole before the service receives the request.',
  ),
  MIN_BYTES_PER_SECOND: count(8192).describe('Lowest speed at which a body must arrive and an answer must be read.'),
  BODY_GRACE_MS: count(10_000).describe('Time for which a body may arrive more slowly.'),
  ANSWER_GRACE_MS: count(30_000).describe('Time for which an answer may be read more slowly.'),
})
export type GatewayConfig = z.infer<typeof GatewayConfig>

/** Lists settings that contradict each other, and what proxies have to do for them. */
export function checkGateway(config: GatewayConfig): ConfigProblem[] {
  const { pathname } = new URL(config.PUBLIC_URL)
  const problems: (ConfigProblem | false)[] = [
    config.METRICS_PORT !== 0 &&
      config.METRICS_PORT === config.PORT && { variable: 'METRICS_PORT', message: 'must be another port than PORT' },
    pathname !== '/' && {
      variable: 'PUBLIC_URL',
      message: `has the path ${pathname}, which a proxy in front has to take away from requests`,
      isWarning: true,
    },
    typeof config.TRUST_PROXY === 'number' && {
      variable: 'TRUST_PROXY',
      message: 'is a number: whoever connects past the proxies may choose their address. Give addresses',
      isWarning: true,
    },
  ]
  return problems.filter((one) => one !== false)
}
