import { rsaKey } from '@quire/secrets'
import { ensureServiceSecrets } from './service-secrets.ts'

/** Servers that the whole test run shares: isolate by database name and by subject prefix. */
interface TestBackends {
  /** Connects as the superuser. */
  postgresUrl: string
  natsUrl: string
}

/** The servers of this test run, which testing/runner/setup.mjs started. */
export function testBackends(env: NodeJS.ProcessEnv = process.env): TestBackends {
  const { TEST_POSTGRES_URL: postgresUrl, TEST_NATS_URL: natsUrl } = env
  if (!postgresUrl || !natsUrl)
    throw new Error('TEST_POSTGRES_URL and TEST_NATS_URL are missing: run the tests with jest')
  return { postgresUrl, natsUrl }
}

const signingKeys = new Map<string, string>()

/** Creates the secrets of a test's services. Signing keys take long to generate, so all tests of a process share them. */
export function ensureTestSecrets(folder: string): void {
  ensureServiceSecrets(folder, (name) => {
    const key = signingKeys.get(name) ?? rsaKey()
    signingKeys.set(name, key)
    return key
  })
}
