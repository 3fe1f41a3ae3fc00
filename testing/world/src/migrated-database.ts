import { copiedDatabase, testBackends } from '@quire/embedded'
import { migrate, migrationsOf, type ServiceDefinition } from '@quire/kit'

/** Creates a migrated database for a service, named after `world` and the service. Returns its address. */
export function migratedDatabase(
  { name, schema }: Pick<ServiceDefinition, 'name' | 'schema'>,
  world: string,
): Promise<string> {
  return copiedDatabase(testBackends().postgresUrl, {
    name: `${name}_${world}`,
    source: migrationsOf(schema).map(String).join('\n'),
    make: (DATABASE_URL) => migrate({ DATABASE_URL }, schema),
  })
}
