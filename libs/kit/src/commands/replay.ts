// node ../../libs/kit/src/commands/replay.ts <service>
// Runs in a service's container, with its environment: applies its parked events again once the cause is fixed.
import { replayCommand } from '../http/request-replay.ts'

await replayCommand(process.argv[2], () => {
  const { PORT, SECRETS_DIR } = process.env
  if (!PORT || !SECRETS_DIR) throw new Error('PORT and SECRETS_DIR must be those of the running service')
  return { PORT, SECRETS_DIR }
})
