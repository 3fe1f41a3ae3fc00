import { join } from 'node:path'
import { portOf, type ServiceName, type Settings, services } from './start-settings.ts'

export interface Backends {
  natsUrl: string
  databaseUrls: Partial<Record<ServiceName, string>>
}

/** The environment of a service, in addition to the supervisor's own. */
export function environmentOf(name: ServiceName, settings: Settings, backends: Backends): Record<string, string> {
  const addresses = services.map((other) => [
    `${other.toUpperCase()}_URL`,
    `http://127.0.0.1:${portOf(other, settings.port)}`,
  ])
  const database = backends.databaseUrls[name]
  return {
    ...Object.fromEntries(addresses),
    ...(database && { DATABASE_URL: database }),
    NODE_ENV: 'production',
    HOST: name === 'gateway' ? settings.host : '127.0.0.1',
    PORT: `${portOf(name, settings.port)}`,
    NATS_URL: backends.natsUrl,
    PUBLIC_URL: settings.publicUrl,
    SECRETS_DIR: join(settings.dataFolder, 'secrets'),
    DATA_DIR: settings.dataFolder,
    // Less than the supervisor waits for, so that a service with an open event stream ends in order.
    SHUTDOWN_GRACE_MS: '5000',
    ...(name === 'identity' && settings.mailFolder && { MAIL_DIR: settings.mailFolder }),
  }
}
