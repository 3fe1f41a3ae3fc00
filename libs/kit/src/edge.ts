// What a process without a database needs: nothing here loads the driver or the mapper.

export { batched } from './batches.ts'
export { type Bus, natsCredentials, openBus, streamIdentity } from './bus/bus.ts'
export { later, openPositions, type Position, type Positions } from './bus/positions.ts'
export { type Revocations, revocationKey, seededKey, watchRevocations } from './bus/revocations.ts'
export { BaseConfig, DatabaseConfig, loadConfig, secretKey } from './config.ts'
export { createGate } from './gate.ts'
export { positionHeader, readPosition, revokedHeader } from './http/calls.ts'
export { goneWith } from './http/gone.ts'
export { refuseText } from './http/hostile.ts'
export { header, parseInput } from './http/input.ts'
export {
  type Caller,
  holderOf,
  type Principal,
  principalHeader,
  type SiteVisit,
  signPrincipal,
  verifyPrincipal,
} from './http/principal.ts'
export { routeTable } from './http/routes.ts'
export { addProbes, createApp, drain, errorHandler, listen } from './http/server.ts'
export { newId, newSecretId } from './ids.ts'
export { letGoWithinMs, runProcess } from './lifecycle.ts'
export { createLog, type Logger } from './log.ts'
export { type Loop, startLoop } from './loop.ts'
export { createMetrics, type Metrics } from './metrics.ts'
export { isContention, isOutage, Overtaken } from './outage.ts'
export { createPlaces, type Leave, type Places } from './places.ts'
export * from './refusals.ts'
export { roomFor } from './room.ts'
export { createLanes, type Lane } from './threads/lanes.ts'
