import type { Subject } from '@quire/doctor'
import type { World } from '@quire/world'

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
