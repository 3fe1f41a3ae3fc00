import { AiConfig, checkModel } from '@quire/ai'
import { ContentConfig, checkStorage } from '@quire/content'
import type { ServiceName } from '@quire/embedded'
import { checkGateway, GatewayConfig } from '@quire/gateway'
import { checkIdentity, IdentityConfig } from '@quire/identity'
import { checkConfig, misspeltVariables } from '@quire/kit'
import { SitesConfig } from '@quire/sites'
import { type Check, fine, problem, type Seen, warning } from '../run-checks.ts'
import type { Subject } from '../subject.ts'

type Environment = NodeJS.ProcessEnv

/** The settings of each service, checked as the service checks them when it starts. */
const checksOf = {
  gateway: (env) => checkConfig(GatewayConfig, env, checkGateway),
  identity: (env) => checkConfig(IdentityConfig, env, checkIdentity),
  content: (env) => checkConfig(ContentConfig, env, checkStorage),
  sites: (env) => checkConfig(SitesConfig, env),
  ai: (env) => checkConfig(AiConfig, env, checkModel),
} satisfies Record<ServiceName, (env: Environment) => { errors: string[]; warnings: string[] }>

/** Stand for the addresses of servers that a stopped system starts itself. */
const ofServers = { NATS_URL: 'nats://127.0.0.1:4222', DATABASE_URL: 'postgresql://127.0.0.1/quire' }

/** The environment that a service would have if Quire ran. */
function running(env: Environment): Environment {
  const set = Object.entries(env).filter(([, value]) => value)
  return { ...ofServers, ...Object.fromEntries(set) }
}

export const configurationCheck = ({ environments, isRunning }: Subject): Check => ({
  part: 'Configuration',
  async look() {
    const names = Object.keys(checksOf) as ServiceName[]
    const reports = names.map((name) => {
      const env = environments[name]
      return { name, ...checksOf[name](isRunning ? env : running(env)) }
    })
    const errors = reports.flatMap(({ name, errors }) => errors.map((line) => ({ name, line })))
    const warnings = reports.flatMap(({ name, warnings }) => warnings.map((line) => ({ name, line })))
    const misspelt = misspeltVariables(Object.assign({}, ...Object.values(environments)))
    const seen: Seen[] = [
      ...byLine(errors).map((text) => problem(text, 'Correct it, and restart the service; it would not start again.')),
      ...[...byLine(warnings), ...misspelt, ...localAddress(environments.gateway)].map((text) => warning(text)),
    ]
    const which = isRunning ? 'with which the services run' : 'of all services'
    return seen.length > 0 ? seen : [fine(`the settings ${which} are valid`)]
  },
})

/** Says once what is wrong for several services. */
function byLine(found: { name: string; line: string }[]): string[] {
  const lines = Map.groupBy(found, ({ line }) => line)
  return [...lines].map(([line, of]) => `${line} [${of.map(({ name }) => name).join(', ')}]`)
}

const isLocal = (host: string) => /^(localhost|127\..*|\[?::1\]?)$/.test(host)

function localAddress({ HOST = '', PUBLIC_URL = '' }: Environment): string[] {
  if (!HOST || isLocal(HOST) || !URL.canParse(PUBLIC_URL) || !isLocal(new URL(PUBLIC_URL).hostname)) return []
  return [`PUBLIC_URL: is ${PUBLIC_URL}, which leads people on other machines to their own`]
}
