/** One project for every package; suites that kill processes or broker run by themselves (scripts/test.ts). */
const transform = { '\\.ts$': '<rootDir>/jest.transform.mjs' }

export default {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform,
  globalSetup: '<rootDir>/jest.setup.mjs',
  globalTeardown: '<rootDir>/jest.teardown.mjs',
  testMatch: ['<rootDir>/{libs,services,deploy,tests,bench,scripts}/**/*.test.ts'],
  modulePathIgnorePatterns: ['<rootDir>/.data', '<rootDir>/.runtime'],
  coverageProvider: 'v8',
  testTimeout: 60_000,
}
