/** Servers that the whole test run shares: isolate by database name and by subject prefix. */
export interface TestBackends {
  /** Connects as the superuser. */
  postgresUrl: string
  natsUrl: string
}

/** The servers of this test run, which jest.setup.mjs started. */
export function testBackends(env: NodeJS.ProcessEnv = process.env): TestBackends {
  const { TEST_POSTGRES_URL: postgresUrl, TEST_NATS_URL: natsUrl } = env
  if (!postgresUrl || !natsUrl)
    throw new Error('TEST_POSTGRES_URL and TEST_NATS_URL are missing: run the tests with jest')
  return { postgresUrl, natsUrl }
}
