import { loadConfig, runProcess } from '@quire/kit'
import { GatewayConfig, startGateway } from './app.ts'

await runProcess(() => startGateway(loadConfig(GatewayConfig, process.env)))
