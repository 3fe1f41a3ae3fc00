import { monitorEventLoopDelay } from 'node:perf_hooks'
import { seededKey } from '@quire/kit'
import { GatewayConfig, startGateway } from '../../src/app.ts'
import { testOperations } from '../operations.ts'
import { serve } from './child-process.ts'

const delay = monitorEventLoopDelay({ resolution: 1 })

export const gateway = {
  /** Starts the gateway; returns its port. */
  async start(env: Record<string, string | undefined>) {
    const { port, revocations } = await startGateway(GatewayConfig.parse(env), testOperations)
    await revocations.learned(seededKey)
    delay.enable()
    return port
  },
  /** The longest delay of the gateway's event loop since the last call, in milliseconds. */
  longestHoldMs() {
    const longest = delay.max / 1e6
    delay.reset()
    return longest
  },
}

if (import.meta.main) serve(gateway)
