import { checkConfig, loadConfig, misspeltVariables, runProcess } from '@quire/kit/edge'
import { checkGateway, GatewayConfig, startGateway } from './app.ts'

await runProcess(() => {
  const config = loadConfig(GatewayConfig, process.env, checkGateway)
  const { warnings } = checkConfig(GatewayConfig, process.env, checkGateway)
  // Every installation has the gateway once, and it gets the settings of all services.
  return startGateway(config, undefined, [...warnings, ...misspeltVariables(process.env)])
})
