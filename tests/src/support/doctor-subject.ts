import type { Subject } from '@quire/doctor'
import type { World } from '@quire/world'
import type { Processes } from './processes.ts'

/** A world as the doctor finds an installation: the environments of its services, and its gateway. */
export function subjectOf({ services, env, gateways: [gatewayUrl] }: World): Subject {
  const of = (name: keyof World['services']) => ({
    ...env,
    DATABASE_URL: services[name].foundation.config.DATABASE_URL,
  })
  return {
    environments: {
      gateway: { ...env },
      identity: of('identity'),
      content: of('content'),
      sites: of('sites'),
      ai: of('ai'),
    },
    isRunning: true,
    isInContainers: false,
    dataFolder: env.DATA_DIR,
    gatewayUrl,
    seen: [],
  }
}

/** Separate processes as the doctor finds an installation. */
export function subjectOfProcesses({ envOf, dataFolder, addressOf }: Processes): Subject {
  const [gateway, identity, content, sites, ai] = (['gateway', 'identity', 'content', 'sites', 'ai'] as const).map(
    envOf,
  )
  return {
    environments: {
      gateway: { ...gateway },
      identity: { ...identity },
      content: { ...content },
      sites: { ...sites },
      ai: { ...ai },
    },
    isRunning: true,
    isInContainers: false,
    dataFolder,
    gatewayUrl: addressOf('gateway'),
    seen: [],
  }
}
