// node ../../libs/kit/src/commands/replay.ts <service>
// In a service's container, where its environment is set: applies the events that it parked once the reason is mended.
import { replayCommand } from '../http/replay.ts'

await replayCommand(process.argv[2], () => {
  const { PORT, SECRETS_DIR } = process.env
  if (!PORT || !SECRETS_DIR) throw new Error('PORT and SECRETS_DIR must be those of the running service')
  return { PORT, SECRETS_DIR }
})
