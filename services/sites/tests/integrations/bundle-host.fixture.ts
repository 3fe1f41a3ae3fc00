import { createLog, OutboundAllow } from '@quire/kit'
import { BundlesConfig, openBundles } from '../../src/integrations/bundles/bundles.ts'
import { bundleScript } from './bundle.fixture.ts'

/** Runs a bundle as sites does, answers its parent with what the bundle answered, and goes on until it is killed. */
const config = {
  ...BundlesConfig.parse({ INTEGRATION_BUNDLES: 'on' }),
  ...{ OUTBOUND_ALLOW: OutboundAllow.parse(''), PUBLIC_URL: 'http://docs.example.com' },
}
const bundles = openBundles({ config, log: createLog('sites', 'silent') })
const bundle = { id: 'one', publisher: async () => ['acme'], script: async () => bundleScript() }
const request = { event: { type: 'ping' }, environment: {}, maxBytes: 100, timeoutMs: 20_000 }
const { body } = await bundles.ask(bundle, { ...request, signal: new AbortController().signal })
process.send?.(body.toString())
