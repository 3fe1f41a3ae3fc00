// For processes without a database: nothing here loads the driver or the mapper.

export { batched } from './batches.ts'
export { type Bus, natsCredentials, openBus, streamIdentity } from './bus/bus.ts'
export { later, type Position } from './bus/position.ts'
export { openPositions, type Positions } from './bus/positions.ts'
export { type Revocations, seededKey, watchRevocations, withdrawRevocation } from './bus/revocation-watch.ts'
export { rangeRevocation, rangeRevocationKey, revocationKey } from './bus/revoked-ranges.ts'
export { BaseConfig, configWarnings, DatabaseConfig, secretKey } from './config.ts'
export { isContention, isOutage, Overtaken } from './db/outage.ts'
export { DiskConfig, diskRefusal, measureDisks, openReserve, unwritable } from './disk.ts'
export { createGroupSemaphore, type GroupSemaphore } from './group-semaphore.ts'
export { abortOnDisconnect } from './http/abort-on-disconnect.ts'
export { askPeer, askPeerForJson } from './http/ask-peer.ts'
export {
  consoleCookie,
  consoleKey,
  consoleKeyFile,
  consoleKeyHeader,
  consoleKeyMeta,
  isConsoleKey,
  isSessionValue,
  newCookieValue,
  sessionHash,
} from './http/console-cookie.ts'
export { drain } from './http/drain.ts'
export { header, parseInput } from './http/input.ts'
export { neverOpened } from './http/never-opened.ts'
export { PeerAgent } from './http/peer-agent.ts'
export { positionHeader, readPosition, revokedHeader } from './http/peer-calls.ts'
export {
  accountOf,
  type Caller,
  groupsOf,
  holderOf,
  type Principal,
  principalHeader,
  type SiteVisit,
  signAsService,
  signPrincipal,
  verifyPrincipal,
} from './http/principal.ts'
export { createReadiness, type Part, peerParts, processPart, startingFor } from './http/readiness.ts'
export { refuseText } from './http/refuse-hostile.ts'
export { routeTable } from './http/route-table.ts'
export { addProbes, createApp, errorHandler, listen, loggedPath } from './http/server.ts'
export { customerNetworkOf, widerNetworkOf } from './http/wider-network.ts'
export { idAt, newId, newSecretId, timeOf } from './ids.ts'
export { createKeyedSemaphore, type KeyedSemaphore, type Release } from './keyed-semaphore.ts'
export { closeTimeoutMs, runProcess } from './lifecycle.ts'
export { createLog, type Logger } from './log.ts'
export { type Loop, startLoop } from './loop.ts'
export { lruOptions } from './lru-options.ts'
export { countRefusal, createMetrics, type Metrics } from './metrics.ts'
export * from './refusals.ts'
export { serviceAddress, webAddress, webOrigins } from './settings/addresses.ts'
export {
  type ConfigProblem,
  checkConfig,
  loadConfig,
  misspeltVariables,
} from './settings/read-config.ts'
export { createLanes, type Lane } from './threads/lanes.ts'
export { takeTurn } from './threads/turns.ts'
export { type ActiveSpan, activeSpan, traced } from './tracing/active-span.ts'
export { openTracing } from './tracing/open-tracing.ts'
export { failOnUncaughtError, guardProcess, uncaughtErrorReporter } from './uncaught-errors.ts'
