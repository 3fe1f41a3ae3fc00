import { loadConfig, runProcess } from '@quire/kit/edge'
import { GatewayConfig, startGateway } from './app.ts'

await runProcess(() => startGateway(loadConfig(GatewayConfig, process.env)))
