export { createDatabase } from './create-database.ts'
export { runningSystem, withDatabases } from './database-server.ts'
export { heldTransactions } from './held-transactions.ts'
export { leadName } from './lead-name.ts'
export { startNats } from './nats.ts'
export { freePort, freeRange } from './ports.ts'
export { startPostgres, superuserUrl } from './postgres.ts'
export { passable } from './postgres-user.ts'
export { publishFolder } from './publish/publish-folder.ts'
export { environmentOfService } from './runtime-file.ts'
export { environmentOf } from './service-environment.ts'
export { startServiceProcess } from './service-process.ts'
export { keysOf } from './service-secrets.ts'
export { type SilentAddress, silentAddress } from './silent-address.ts'
export { StartError } from './start-error.ts'
export {
  addressOnHost,
  databaseOwners,
  readSettings,
  type ServiceName,
  type Settings,
  services,
  settingsWarnings,
} from './start-settings.ts'
export { startSystem } from './start-system.ts'
export type { RunningProcess } from './supervise.ts'
export { type Terminal, terminal } from './terminal.ts'
export { copiedDatabase, dropDatabase } from './test-databases.ts'
export { startTestServers } from './test-servers.ts'
export { ensureTestSecrets, testBackends } from './testing.ts'
